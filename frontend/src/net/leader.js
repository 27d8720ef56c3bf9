/**
 * Whose table to show a watcher who follows the leader: it changes calmly. No DOM.
 * @module
 */

/** @import { RaceFrame } from "./messages.js" */
import { byPlace, isDone, standing } from "./seats.js";

/** How long a player must have led before the view moves, in milliseconds: a close race is no flicker. */
const HOLD = 3000;

/** How long the view stays at least. */
const STAY = 8000;

export class Leader {
  /** @type {number | null} */
  #shown = null;
  #since = -Infinity;
  /** @type {number | null} who leads, perhaps for a moment only */
  #ahead = null;
  #aheadSince = 0;
  /** How many tables there were to choose from: at first they come one by one. */
  #known = 0;

  /**
   * Returns the seat to show.
   * @param {RaceFrame} race
   * @param {readonly number[]} seats those with a table, in order
   * @param {number} now
   * @returns {number}
   */
  follow(race, seats, now) {
    const best = this.#best(race, seats);
    if (best !== this.#ahead) {
      this.#ahead = best;
      this.#aheadSince = now;
    }
    const first = this.#shown === null || !seats.includes(this.#shown) || seats.length > this.#known;
    this.#known = seats.length;
    const settled = now - this.#aheadSince >= HOLD && now - this.#since >= STAY;
    if (best !== this.#shown && (first || settled)) {
      this.#shown = best;
      this.#since = now;
    }
    return this.#shown ?? best;
  }

  /**
   * Moves the view to a seat at once.
   * @param {number} seat
   * @param {number} now
   */
  show(seat, now) {
    this.#shown = seat;
    this.#since = now;
  }

  /** Lets the view go to the leader at once. */
  release() {
    this.#shown = null;
  }

  /**
   * Returns the first of those who still play, otherwise of all; of equals the one shown.
   * @param {RaceFrame} race
   * @param {readonly number[]} seats
   * @returns {number}
   */
  #best(race, seats) {
    const shown = byPlace(race).filter(({ seat }) => seats.includes(seat));
    const open = shown.filter((seat) => !isDone(seat));
    const [first, ...others] = open.length ? open : shown;
    const equals = [first, ...others.filter((seat) => standing(race, seat) === standing(race, first))];
    return (equals.find(({ seat }) => seat === this.#shown) ?? first).seat;
  }
}
