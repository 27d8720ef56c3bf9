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
 * Whether races of this kind end with the other tables of their round, which race the same deal.
 * @param {Kind | undefined} kind
 */
export function endsWithRound(kind) {
  return kind === "event";
}

/**
 * Whether races of this kind have a single player.
 * @param {Kind | undefined} kind
 */
export function isAlone(kind) {
  return kind === "solo" || isAttempt(kind);
}
