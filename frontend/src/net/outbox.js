/**
 * The player's actions in flight: numbered, kept until the server has stored them, sent again
 * after a break. A resend is harmless, since the server knows an action by its number.
 * @module
 */

/** @import { ActFrame } from "./messages.js" */

/** The action that becomes any number of moves: what comes behind it has no number before its board. */
const COLLECT = "collect";

/** The number of an action that has none yet. */
const UNKNOWN = 0;

export class Outbox {
  /** @type {ActFrame[]} */
  #waiting = [];
  #confirmed = 0;
  #open = false;

  /** @param {(frame: ActFrame) => void} send */
  constructor(send) {
    this.send = send;
  }

  /** The actions that are not confirmed yet, oldest first. */
  get pending() {
    return this.#waiting.map((frame) => frame.a);
  }

  /** The number of the oldest action that is not confirmed yet. */
  get oldest() {
    return this.#waiting[0]?.n ?? null;
  }

  /**
   * The waiting action with a number.
   * @param {number | null} n
   * @returns {string | null}
   */
  find(n) {
    return this.#waiting.find((frame) => frame.n === n)?.a ?? null;
  }

  /**
   * Queues an action and sends it, or holds it until `resume`.
   * @param {string} text a move, "deal", "undo" or an intention
   */
  add(text) {
    this.#waiting.push({ t: "act", n: UNKNOWN, a: text });
    this.#number();
  }

  /**
   * The server has stored every action up to `n`.
   * @param {number} n
   * @returns {boolean} whether that is news of an action that waited
   */
  confirm(n) {
    this.#confirmed = n;
    const before = this.#waiting.length;
    this.#waiting = this.#waiting.filter((frame) => frame.n > n || frame.n === UNKNOWN);
    const [first] = this.#waiting;
    // Actions numbered for an older board leave a gap that the server would refuse.
    if (first && first.n !== UNKNOWN && first.n !== n + 1) this.#waiting = [];
    const isNews = this.#waiting.length < before;
    this.#number();
    return isNews;
  }

  /**
   * Drops a refused action and those behind it, which were built on it.
   * @param {number} n
   */
  reject(n) {
    this.#waiting = this.#waiting.filter((frame) => frame.n !== UNKNOWN && frame.n < n);
  }

  /**
   * Drops a refused action alone: it would have changed nothing.
   * @param {number} n
   */
  skip(n) {
    this.#waiting = this.#waiting.filter((frame) => frame.n !== n);
    this.#number();
  }

  /** Keeps what comes from now on. */
  hold() {
    this.#open = false;
  }

  /** Sends everything that is not confirmed, and again at once what comes from now on. */
  resume() {
    if (this.#open) return;
    this.#open = true;
    for (const frame of this.#waiting) if (frame.n !== UNKNOWN) this.send(frame);
  }

  /** Numbers what can be numbered now, and sends it. */
  #number() {
    let last = this.#confirmed;
    for (const frame of this.#waiting) {
      if (frame.n === UNKNOWN) {
        frame.n = last + 1;
        if (this.#open) this.send(frame);
      }
      if (frame.a === COLLECT) return;
      last = frame.n;
    }
  }
}
