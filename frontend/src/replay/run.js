/**
 * A run as the server sends it, page by page: its boards, and what happened when. No DOM.
 * @module
 */

/** @import { Outcome, View } from "../lib/view.js" */

/** @typedef {"deal" | "undo" | "long" | "automatic" | "wasted" | "lost"} Mark */

/**
 * A board after an action: only the piles that changed, and `accepts` if it did. The first of a page is complete.
 * @typedef {object} Frame
 * @property {string} action as in the record; empty for the deal
 * @property {string} time "0:12.34"
 * @property {string} text what was done, in signs
 * @property {string} spoken what was done, in words
 * @property {string} thought how long the player thought before
 * @property {Record<string, string>} piles
 * @property {{ t: string, f: string }} [accepts]
 * @property {number} progress
 * @property {Outcome | null} outcome
 */

/**
 * The summary of a run, and the frames of its first page.
 * @typedef {object} RunData
 * @property {number} entry
 * @property {string} name
 * @property {number} length milliseconds
 * @property {number} page how many frames a page has
 * @property {number} moves how many moves were made; undos and the end of the run are none
 * @property {number[]} times when each action was, in milliseconds since the start; the deal is the first
 * @property {Partial<Record<Mark, number[]>>} marks the numbers of the actions that have each, in order
 * @property {Frame[]} frames
 */

/** @typedef {Frame & { board: View }} Shown */

/** How near to the end of a page the next one is fetched, as a part of the page. */
const AHEAD = 0.25;

export class Run {
  /** @type {Map<number, Shown[]>} */
  #pages = new Map();
  /** @type {Set<number>} */
  #asked = new Set();

  /**
   * @param {RunData} data
   * @param {(page: number) => Promise<Frame[]>} fetchPage rejected if it cannot be had now
   * @param {() => void} arrived a page is there that was not, or could not be had
   */
  constructor({ entry, name, length, page, moves, times, marks, frames }, fetchPage, arrived) {
    this.entry = entry;
    this.name = name;
    this.length = length;
    this.page = page;
    this.moves = moves;
    this.times = times;
    this.marks = marks;
    this.fetchPage = fetchPage;
    this.arrived = arrived;
    this.#pages.set(0, shown(frames));
  }

  /** The number of the last action. */
  get last() {
    return this.times.length - 1;
  }

  /**
   * How many moves were made up to an action.
   * @param {number} number
   */
  movesAt(number) {
    const undos = (this.marks.undo ?? []).filter((undo) => undo <= number).length;
    // The end of the run comes last.
    return Math.min(this.moves, number - undos);
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
      if (this.times[middle] <= ms) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * The action and the board after it; null until fetched. See `want`.
   * @param {number} number
   * @returns {Shown | null}
   */
  frame(number) {
    return this.#pages.get(this.pageOf(number))?.[number % this.page] ?? null;
  }

  /**
   * @param {number} number
   * @returns {number} the page of an action
   */
  pageOf(number) {
    return Math.floor(number / this.page);
  }

  /**
   * Fetches the frame of an action if it is missing, and soon those that follow.
   * @param {number} number
   */
  want(number) {
    for (const wanted of [number, number + this.page * AHEAD]) {
      if (wanted <= this.last) void this.#fetch(this.pageOf(wanted));
    }
  }

  /** @param {number} page */
  async #fetch(page) {
    if (this.#pages.has(page) || this.#asked.has(page)) return;
    this.#asked.add(page);
    try {
      this.#pages.set(page, shown(await this.fetchPage(page)));
    } catch {
      // If the frame is still wanted, it is requested again.
    } finally {
      this.#asked.delete(page);
    }
    this.arrived();
  }

  /**
   * The next action that has a mark, or the one before.
   * @param {number} number where to look from
   * @param {Mark} mark
   * @param {1 | -1} way
   * @returns {number | null}
   */
  marked(number, mark, way) {
    const numbers = this.marks[mark] ?? [];
    const found = way === 1 ? numbers.find((n) => n > number) : numbers.findLast((n) => n < number);
    return found ?? null;
  }
}

/**
 * @param {Frame[]} frames of a page
 * @returns {Shown[]}
 */
function shown(frames) {
  let piles = /** @type {Record<string, string>} */ ({});
  let accepts = { t: "*", f: "" };
  return frames.map((frame) => {
    piles = { ...piles, ...frame.piles };
    accepts = frame.accepts ?? accepts;
    const { progress, outcome } = frame;
    return { ...frame, board: { piles, accepts, progress, outcome, moves: [], safe: [], undo: false } };
  });
}
