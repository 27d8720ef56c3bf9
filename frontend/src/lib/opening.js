/**
 * Opening the table of a round in time for its start.
 * @module
 */

/** How far the openings of tables are spread, in milliseconds: a thousand pages at once would be slow. */
const SPREAD = 4000;

let opens = false;

/**
 * Opens a page before the start of a round; later calls change nothing.
 * @param {string} address
 * @param {number} leftToStart in milliseconds
 */
export function openInTime(address, leftToStart) {
  if (opens) return;
  opens = true;
  const wait = Math.random() * Math.min(SPREAD, Math.max(0, leftToStart - SPREAD));
  setTimeout(() => location.assign(address), wait);
}
