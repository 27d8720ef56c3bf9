/**
 * What the players at this table have won in the earlier rounds of their event; the server puts it into the page, and it
 * stands until the round is over.
 * @module
 */

/** @type {Readonly<Record<string, string>>} */
let points = {};

/**
 * Take the points of the page's table; before anything is shown.
 * @param {Readonly<Record<string, string>>} bySeat empty outside of events, and in a first round
 */
export function learnPoints(bySeat) {
  points = bySeat;
}

/** Whether there are any, so that each name has some beside it. */
export function hasPoints() {
  return Object.keys(points).length > 0;
}

/**
 * @param {number} seat
 * @returns {string} empty without any
 */
export function pointsOf(seat) {
  return points[seat] ?? "";
}
