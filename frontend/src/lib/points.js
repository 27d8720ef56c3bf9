/**
 * Points of an event.
 * @module
 */

/**
 * Formats points: 25, or 21.5 where two shared places.
 * @param {number} points
 * @returns {string}
 */
export function pointsText(points) {
  return points.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
}
