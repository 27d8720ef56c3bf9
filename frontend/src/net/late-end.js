/**
 * The end of a race that was watched late: the part yet to be seen is played fast, and the last boards stay a while
 * before the result. No DOM.
 * @module
 */

/** @import { BoardFrame, RaceFrame } from "./messages.js" */

/** How long the part yet to be seen takes, in milliseconds. */
const PLAY = 5000;

/** How long the last boards stay, in milliseconds. */
const STAY = 4000;

/** How long that part may take to come, in milliseconds: there may be none. */
const PATIENCE = 1000;

/**
 * Whether a race that was watched late is over with this frame. Players have seen the end of their race.
 * @param {RaceFrame | null} before
 * @param {RaceFrame} after
 * @returns {boolean}
 */
export function endsLate(before, after) {
  return before?.state === "running" && before.watching === "delayed" && after.state === "over" && after.you === null;
}

export class LateEnd {
  /** @type {BoardFrame[]} */
  #waiting = [];
  #began = 0;
  /** What of the race was still to be seen then, in milliseconds since its start. */
  #from = 0;
  #until = 0;
  #isStill = false;
  /** Whether more came than the last boards. */
  #plays = false;
  #shownAt = Infinity;

  /** Whether boards wait to be shown or looked at. */
  get isOn() {
    return this.#shownAt < Infinity;
  }

  /**
   * @param {RaceFrame} before the last frame of the race while it ran
   * @param {RaceFrame} after
   * @param {number} now
   * @param {boolean} isStill whether the viewer wants no motion: the last boards come at once
   */
  begin({ delay }, { elapsed }, now, isStill) {
    this.#began = this.#shownAt = now;
    this.#until = elapsed ?? 0;
    this.#from = Math.max(0, this.#until - (delay ?? 0));
    this.#isStill = isStill;
    this.#plays = false;
  }

  /** @param {BoardFrame} board */
  hear(board) {
    this.#plays ||= board.ms < this.#until;
    this.#waiting.push(board);
  }

  /**
   * Returns the boards to show now, which are not returned again.
   * @param {number} now
   * @returns {BoardFrame[]}
   */
  due(now) {
    const due = this.#waiting.filter(({ ms }) => this.#dueAt(ms) <= now);
    this.#waiting = this.#waiting.filter((board) => !due.includes(board));
    if (due.length) this.#shownAt = now;
    else if (!this.#waiting.length && now - this.#shownAt >= STAY) this.#shownAt = Infinity;
    return due;
  }

  /**
   * Ends it at once.
   * @returns {BoardFrame[]} those that were to be shown
   */
  skip() {
    const rest = this.#waiting;
    this.#waiting = [];
    this.#shownAt = Infinity;
    return rest;
  }

  /** @param {number} ms since the start of the race */
  #dueAt(ms) {
    if (this.#isStill) return -Infinity;
    if (!this.#plays) return this.#began + PATIENCE;
    const part = (ms - this.#from) / (this.#until - this.#from || 1);
    return this.#began + PLAY * Math.min(1, part);
  }
}
