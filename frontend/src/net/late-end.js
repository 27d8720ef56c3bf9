/**
 * The end of a race that was watched late: the part yet to be seen is played fast, and the last boards stay a while
 * before the result. No DOM.
 * @module
 */

/** @import { BoardFrame, RaceFrame } from "./messages.js" */

/** How long a step of the part yet to be seen is shown, in milliseconds: the server sends twenty at most. */
const STEP = 250;

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
  #until = 0;
  #isStill = false;
  /** Whether more came than the last boards. */
  #plays = false;
  #nextAt = 0;
  #shownAt = Infinity;

  /** Whether boards wait to be shown or looked at. */
  get isOn() {
    return this.#shownAt < Infinity;
  }

  /**
   * @param {RaceFrame} race as it ended
   * @param {number} now
   * @param {boolean} isStill whether the viewer wants no motion: the last boards come at once
   */
  begin({ elapsed }, now, isStill) {
    this.#began = this.#nextAt = this.#shownAt = now;
    this.#until = elapsed ?? 0;
    this.#isStill = isStill;
    this.#plays = false;
  }

  /** @param {BoardFrame} board */
  hear(board) {
    this.#plays ||= board.ms < this.#until;
    this.#waiting.push(board);
  }

  /**
   * Returns the boards to show now, which are not returned again: what hasn't moved takes no time.
   * @param {number} now
   * @returns {BoardFrame[]}
   */
  due(now) {
    const due = [];
    const isReady = this.#isStill || this.#plays || now - this.#began >= PATIENCE;
    if (!isReady || !this.#waiting.length) this.#nextAt = Math.max(this.#nextAt, now);
    while (isReady && this.#waiting.length && (this.#isStill || this.#nextAt <= now)) {
      due.push(...this.#step());
      this.#nextAt += STEP;
    }
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

  /** Takes the earliest boards from those that wait; the last ones may come twice. */
  #step() {
    const first = Math.min(this.#until, ...this.#waiting.map(({ ms }) => ms));
    const boards = this.#waiting.filter(({ ms }) => Math.min(ms, this.#until) === first);
    this.#waiting = this.#waiting.filter((board) => !boards.includes(board));
    return boards;
  }
}
