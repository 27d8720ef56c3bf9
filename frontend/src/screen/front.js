/**
 * Which boards of a table stand side by side: those in front, changing calmly. No DOM.
 * @module
 */

/** @import { RaceFrame } from "../net/messages.js" */
import { Leader } from "../net/leader.js";
import { byPlace, isDone } from "../net/seats.js";

/** How long several boards stay at least, in milliseconds: readers have to find their place again. */
const STAY = 10_000;

export class Front {
  #leader = new Leader();
  /** @type {number[]} */
  #seats = [];
  #since = -Infinity;

  /**
   * Returns the seats to show, in the order of the table.
   * @param {RaceFrame} race
   * @param {readonly number[]} seats those with a board
   * @param {number} most how many boards there is room for
   * @param {number} now
   * @returns {readonly number[]}
   */
  pick(race, seats, most, now) {
    if (most === 1) return [this.#leader.follow(race, seats, now)];
    const isWhole = this.#seats.length === Math.min(most, seats.length) && this.#seats.every((seat) => seats.includes(seat));
    if (!isWhole || now - this.#since >= STAY) {
      const shown = byPlace(race).filter(({ seat }) => seats.includes(seat));
      const open = shown.filter((seat) => !isDone(seat));
      const first = [...open, ...shown.filter(isDone)].slice(0, most).map(({ seat }) => seat);
      this.#seats = seats.filter((seat) => first.includes(seat));
      this.#since = now;
    }
    return this.#seats;
  }
}
