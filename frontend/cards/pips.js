/**
 * Where the marks of a number card stand. The upper half upright, the lower half turned.
 * @module
 */

/** @import { Drawing } from "../src/lib/draw.js" */
import { suitMark } from "./suits.js";

const LEFT = 33;
const MIDDLE = 50;
const RIGHT = 67;
const TOP = 39;
const BOTTOM = 101;

/**
 * Places by rank, in columns: x, then the heights from 0 (top) to 1 (bottom).
 * @type {Record<string, [x: number, heights: number[]][]>}
 */
const PLACES = {
  2: [[MIDDLE, [0, 1]]],
  3: [[MIDDLE, [0, 1 / 2, 1]]],
  4: [[LEFT, [0, 1]], [RIGHT, [0, 1]]],
  5: [[LEFT, [0, 1]], [MIDDLE, [1 / 2]], [RIGHT, [0, 1]]],
  6: [[LEFT, [0, 1 / 2, 1]], [RIGHT, [0, 1 / 2, 1]]],
  7: [[LEFT, [0, 1 / 2, 1]], [MIDDLE, [1 / 4]], [RIGHT, [0, 1 / 2, 1]]],
  8: [[LEFT, [0, 1 / 2, 1]], [MIDDLE, [1 / 4, 3 / 4]], [RIGHT, [0, 1 / 2, 1]]],
  9: [[LEFT, [0, 1 / 3, 2 / 3, 1]], [MIDDLE, [1 / 2]], [RIGHT, [0, 1 / 3, 2 / 3, 1]]],
  T: [[LEFT, [0, 1 / 3, 2 / 3, 1]], [MIDDLE, [1 / 6, 5 / 6]], [RIGHT, [0, 1 / 3, 2 / 3, 1]]],
};

/**
 * The marks of a number card.
 * @param {string} rank 2 to 9 or T
 * @param {string} suit
 * @returns {Drawing[]}
 */
export function pips(rank, suit) {
  const crowded = PLACES[rank].some(([, heights]) => heights.length > 3);
  const size = crowded ? 17 : 18;
  return PLACES[rank].flatMap(([x, heights]) =>
    heights.map((height) =>
      suitMark(suit, x, TOP + height * (BOTTOM - TOP), height > 1 / 2 ? -size : size),
    ),
  );
}
