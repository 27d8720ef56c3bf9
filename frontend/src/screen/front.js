/**
 * Which boards of a table stand side by side: those in front, changing calmly. No DOM.
 * @module
 */

/** @import { RaceFrame, SeatState } from "../net/messages.js" */
import { Leader } from "../net/leader.js";
import { byPlace, isDone } from "../net/seats.js";

/** How long several boards stay at least, in milliseconds: readers have to find their place again. */
const STAY = 10_000;

export class Front {
  #leader = new Leader();
  /** @type {readonly number[]} */
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
    // Of a race that is over, the winner's board is the one to see.
    if (race.state === "over") return inOrder(seats, byPlace(race), most);
    if (most === 1) return [this.#leader.follow(race, seats, now)];
    const isWhole = this.#seats.length === Math.min(most, seats.length) && this.#seats.every((seat) => seats.includes(seat));
    if (!isWhole || now - this.#since >= STAY) {
      const shown = byPlace(race).filter(({ seat }) => seats.includes(seat));
      const open = shown.filter((seat) => !isDone(seat));
      this.#seats = inOrder(seats, [...open, ...shown.filter(isDone)], most);
      this.#since = now;
    }
    return this.#seats;
  }
}

/**
 * @param {readonly number[]} seats those with a board, in the order of the table
 * @param {readonly SeatState[]} ranked who comes before whom
 * @param {number} most
 * @returns {readonly number[]}
 */
function inOrder(seats, ranked, most) {
  const first = ranked.map(({ seat }) => seat).filter((seat) => seats.includes(seat)).slice(0, most);
  return seats.filter((seat) => first.includes(seat));
}
