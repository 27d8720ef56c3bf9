/**
 * The page's estimate of the race's clock. Times in frames are relative to the moment of
 * sending, so each is late by its travel time, and the frame that travelled fastest is the
 * most accurate: the earliest estimate of an instant wins.
 * @module
 */

/** @import { RaceFrame } from "../net/messages.js" */

export class Clock {
  /** @type {number | null} when the race starts or started, on this page's clock */
  #zero = null;
  /** @type {number | null} when the bell rings */
  #bell = null;
  /** @type {string | null} */
  #reason = null;
  /** @type {number | null} the length of a race that is over */
  #total = null;

  /**
   * @param {RaceFrame} race
   * @param {number} received on this page's clock, milliseconds
   */
  update(race, received) {
    this.#total = race.state === "over" ? race.elapsed : null;
    if (race.state === "open") this.#zero = null;
    if (race.starts_in !== null) this.#zero = earliest(this.#zero, received + race.starts_in);
    if (race.state === "running" && race.elapsed !== null) {
      this.#zero = earliest(this.#zero, received - race.elapsed);
    }
    if (race.bell !== this.#reason) this.#bell = null;
    this.#reason = race.bell;
    this.#bell = race.ends_in === null ? null : earliest(this.#bell, received + race.ends_in);
  }

  /**
   * Milliseconds to the start, 0 after it; null without a countdown.
   * @param {number} now
   * @returns {number | null}
   */
  startsIn(now) {
    return this.#zero === null ? null : Math.max(0, this.#zero - now);
  }

  /**
   * Milliseconds since the start, 0 before it; null without a countdown.
   * @param {number} now
   * @returns {number | null}
   */
  elapsed(now) {
    if (this.#total !== null) return this.#total;
    return this.#zero === null ? null : Math.max(0, now - this.#zero);
  }

  /**
   * Milliseconds to the bell; null before it is set.
   * @param {number} now
   * @returns {number | null}
   */
  endsIn(now) {
    return this.#bell === null ? null : Math.max(0, this.#bell - now);
  }
}

/** No frame is so late: this page's clock has jumped, as it may when a machine slept. */
const JUMP = 5000;

/**
 * @param {number | null} known
 * @param {number} heard
 * @returns {number}
 */
function earliest(known, heard) {
  return known === null || heard - known > JUMP ? heard : Math.min(known, heard);
}
