/**
 * The clock of a replay: its moment and its speed. No DOM; the time is an argument.
 * @module
 */

export const SPEEDS = [1, 2, 4, 8, 16];

export class Playback {
  /** @type {number} where it stood when it was last touched, in milliseconds of the race */
  #ms = 0;
  /** @type {number} when that was, on the page's clock */
  #since = 0;
  #playing = false;
  #speed = 1;

  /** @param {number} length of the race, in milliseconds */
  constructor(length) {
    this.length = length;
  }

  /** @param {number} now */
  isPlaying(now) {
    return this.#playing && this.at(now) < this.length;
  }

  get speed() {
    return this.#speed;
  }

  /**
   * The moment of the replay.
   * @param {number} now milliseconds on the page's clock
   * @returns {number} milliseconds of the race
   */
  at(now) {
    const passed = this.#playing ? (now - this.#since) * this.#speed : 0;
    return Math.min(this.length, this.#ms + passed);
  }

  /**
   * Plays on, from the beginning if it is at the end.
   * @param {number} now
   */
  play(now) {
    this.#touch(now, this.at(now) < this.length ? this.at(now) : 0);
    this.#playing = true;
  }

  /** @param {number} now */
  pause(now) {
    this.#touch(now, this.at(now));
    this.#playing = false;
  }

  /**
   * Moves to a time, playing or paused.
   * @param {number} ms
   * @param {number} now
   */
  seek(ms, now) {
    this.#touch(now, Math.max(0, Math.min(this.length, ms)));
  }

  /**
   * @param {number} speed
   * @param {number} now
   */
  setSpeed(speed, now) {
    this.#touch(now, this.at(now));
    this.#speed = speed;
  }

  /**
   * One step faster or slower.
   * @param {1 | -1} way
   * @param {number} now
   */
  changeSpeed(way, now) {
    const wanted = SPEEDS.indexOf(this.#speed) + way;
    this.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, wanted))], now);
  }

  /**
   * @param {number} now
   * @param {number} ms
   */
  #touch(now, ms) {
    this.#ms = ms;
    this.#since = now;
  }
}
