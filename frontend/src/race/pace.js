/**
 * The pace of a run that is over. No DOM.
 * @module
 */

/**
 * Where the progress of a run rose, and when it ended; milliseconds since its start.
 * @typedef {object} Ghost
 * @property {number} entry
 * @property {string} name
 * @property {[ms: number, progress: number][]} points
 * @property {number} ended
 * @property {number | null} time of a run that was won
 */

/**
 * @param {Ghost} ghost
 * @param {number} ms
 * @returns {number} 0 to 52
 */
export function progressAt({ points }, ms) {
  return points.findLast(([at]) => at <= ms)?.[1] ?? 0;
}

/**
 * @param {Ghost} ghost
 * @param {number} ms
 * @returns {boolean} whether nothing more comes of it
 */
export function isOver({ ended }, ms) {
  return ms >= ended;
}
