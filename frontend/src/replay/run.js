/**
 * A run as the server tells it: its boards, and what happened when. No DOM.
 * @module
 */

/** @import { View } from "../table/types.js" */

/** @typedef {"deal" | "undo" | "long" | "automatic" | "wasted" | "lost"} Mark */

/**
 * A board after an action; of the piles only those that have changed, and so with `accepts`.
 * @typedef {object} Frame
 * @property {number} ms since the start
 * @property {string} time "0:12.34"
 * @property {string} text what was done, in signs
 * @property {string} spoken what was done, in words
 * @property {string} thought how long the player thought before
 * @property {Mark[]} marks
 * @property {Record<string, string>} piles
 * @property {{ t: string, f: string }} [accepts]
 * @property {number} progress
 * @property {string | null} outcome
 */

/** @typedef {{ entry: number, name: string, length: number, frames: Frame[] }} RunData */

export class Run {
  /** @type {View[]} */
  #boards = [];

  /** @param {RunData} data */
  constructor({ entry, name, length, frames }) {
    this.entry = entry;
    this.name = name;
    this.length = length;
    this.frames = frames;
    let piles = /** @type {Record<string, string>} */ ({});
    let accepts = { t: "*", f: "" };
    for (const frame of frames) {
      piles = { ...piles, ...frame.piles };
      accepts = frame.accepts ?? accepts;
      const { progress, outcome } = frame;
      this.#boards.push({ piles, accepts, progress, outcome, moves: [], safe: [], undo: false });
    }
  }

  /** The number of the last action. */
  get last() {
    return this.frames.length - 1;
  }

  /**
   * The number of the last action up to a time.
   * @param {number} ms
   * @returns {number} 0: none, the deal
   */
  numberAt(ms) {
    let [low, high] = [0, this.last];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.frames[middle].ms <= ms) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * The board after an action.
   * @param {number} number
   * @returns {View}
   */
  board(number) {
    return this.#boards[number];
  }

  /**
   * The next action that has a mark, or the one before.
   * @param {number} number where to look from
   * @param {Mark} mark
   * @param {1 | -1} way
   * @returns {number | null}
   */
  marked(number, mark, way) {
    for (let n = number + way; n > 0 && n <= this.last; n += way) {
      if (this.frames[n].marks.includes(mark)) return n;
    }
    return null;
  }
}
