/**
 * The player's actions on their way: numbered, kept until the server has stored them, sent again
 * after a break. A resend is harmless, since the server knows an action by its number.
 * @module
 */

/** @import { ActFrame } from "./messages.js" */

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

  /**
   * Takes an action and sends it, or keeps it until `resume`.
   * @param {string} text a move, "deal" or "undo"
   */
  add(text) {
    /** @type {ActFrame} */
    const frame = { t: "act", n: this.#confirmed + this.#waiting.length + 1, a: text };
    this.#waiting.push(frame);
    if (this.#open) this.send(frame);
  }

  /**
   * The server has stored every action up to `n`.
   * @param {number} n
   * @returns {boolean} whether that is news of an action that waited
   */
  confirm(n) {
    this.#confirmed = n;
    const before = this.#waiting.length;
    this.#waiting = this.#waiting.filter((frame) => frame.n > n);
    // Actions numbered for an older board than the server's leave a hole that it would refuse.
    if (this.#waiting[0]?.n !== n + 1) this.#waiting = [];
    return this.#waiting.length < before;
  }

  /**
   * The server has refused an action, so those that were to follow it make no sense.
   * @param {number} n
   */
  reject(n) {
    this.#waiting = this.#waiting.filter((frame) => frame.n < n);
  }

  /** Keeps what comes from now on. */
  hold() {
    this.#open = false;
  }

  /** Sends everything that is not confirmed, and again at once what comes from now on. */
  resume() {
    if (this.#open) return;
    this.#open = true;
    for (const frame of this.#waiting) this.send(frame);
  }
}
