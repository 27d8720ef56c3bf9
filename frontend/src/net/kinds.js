/**
 * The kinds of races, as `games.racing.Kind` tells them apart.
 * @module
 */

/** @typedef {import("./messages.js").Kind} Kind */

/**
 * Whether races of this kind are attempts: each player races the deal alone, once.
 * @param {Kind | undefined} kind
 */
export function isAttempt(kind) {
  return kind === "daily" || kind === "anytime";
}

/**
 * Whether races of this kind end at their limit and never before, as other tables race the same deal.
 * @param {Kind | undefined} kind
 */
export function lastsToLimit(kind) {
  return kind === "event";
}

/**
 * Whether races of this kind have a single player.
 * @param {Kind | undefined} kind
 */
export function isAlone(kind) {
  return kind === "solo" || isAttempt(kind);
}
