/**
 * How long to wait before the next attempt to connect.
 * @module
 */

const FIRST = 500;
const LONGEST = 15_000;

/**
 * Doubles after each failure, up to a limit; half of it is random, so that the players of a
 * server that returns do not all reconnect at once.
 * @param {number} failures attempts that have failed since the last success, from 1
 * @param {() => number} random from 0 to 1
 * @returns {number} milliseconds
 */
export function backoff(failures, random) {
  const longest = Math.min(LONGEST, FIRST * 2 ** (failures - 1));
  return longest * (0.5 + random() / 2);
}
