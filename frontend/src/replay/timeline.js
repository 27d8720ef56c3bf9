/**
 * How long each part of a run takes to watch: as long as it took to play, but no pause longer than a few seconds. No DOM.
 * @module
 */

export class Timeline {
  /** @type {number[]} when something happens, in milliseconds of the race */
  #times;
  /** @type {number[]} how long it takes to watch up to each of these times, in milliseconds */
  #watched = [0];

  /**
   * @param {readonly number[]} times when something happens, in any order
   * @param {number} length of the race, in milliseconds
   * @param {number} speed
   * @param {number} longest pause, in milliseconds of watching
   * @param {number} [opening] the longest one before anything happens
   */
  constructor(times, length, speed, longest, opening = longest) {
    const inside = times.filter((ms) => ms > 0 && ms < length);
    this.#times = [...new Set([0, ...inside, length])].sort((one, other) => one - other);
    this.speed = speed;
    this.longest = longest;
    this.opening = opening;
    for (const [i, ms] of this.#times.slice(1).entries()) {
      this.#watched.push(this.#watched[i] + Math.min(this.#longestAt(i), (ms - this.#times[i]) / speed));
    }
  }

  /** How long the whole takes to watch. */
  get lasts() {
    return this.#watched[this.#watched.length - 1];
  }

  /**
   * @param {number} ms of the race
   * @returns {number} how long it takes to watch up to there
   */
  watched(ms) {
    return between(this.#times, this.#watched, ms);
  }

  /**
   * @param {number} watched milliseconds
   * @returns {number} the moment of the race that is reached
   */
  reached(watched) {
    return between(this.#watched, this.#times, watched);
  }

  /**
   * Tells whether a moment lies in a pause that is made shorter.
   * @param {number} ms of the race
   */
  isShort(ms) {
    const i = segment(this.#times, ms);
    return (this.#times[i + 1] - this.#times[i]) / this.speed > this.#longestAt(i);
  }

  /** @param {number} i which of the parts between two times */
  #longestAt(i) {
    return i ? this.longest : this.opening;
  }
}

/**
 * The number of the segment that a value lies in, between two neighbours of a sorted list.
 * @param {readonly number[]} list
 * @param {number} value
 */
function segment(list, value) {
  let [low, high] = [0, list.length - 2];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (list[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Maps a value from one scale to another, straight between their steps.
 * @param {readonly number[]} from
 * @param {readonly number[]} to
 * @param {number} value
 */
export function between(from, to, value) {
  const i = segment(from, value);
  const part = (value - from[i]) / (from[i + 1] - from[i]);
  return to[i] + Math.max(0, Math.min(1, part)) * (to[i + 1] - to[i]);
}
