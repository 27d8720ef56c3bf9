/**
 * The clock of a replay: its moment and its speed. No DOM; the time is an argument.
 * @module
 */

import { Timeline } from "./timeline.js";

export const SPEEDS = [1, 2, 4, 8, 16];

/** Who watches a whole replay would rather not sit much longer than this, in milliseconds. */
const SITTING = 60_000;

/** Who watches someone think would rather not wait longer than this, in milliseconds. */
const LONGEST_PAUSE = 3000;

/** Whoever starts a replay waits so long for its first move, in milliseconds. */
const OPENING = 1000;

export class Playback {
  /** @type {number} where it stood when it was last touched, in milliseconds of the race */
  #ms = 0;
  /** @type {number} when that was, on the page's clock */
  #since = 0;
  #playing = false;
  #short = true;
  #times;
  #timeline;

  /**
   * @param {number} length of the race, in milliseconds
   * @param {readonly number[]} [times] when something happens; what lies between is a pause
   */
  constructor(length, times = []) {
    this.length = length;
    this.#times = times;
    this.#timeline = this.#at(SPEEDS[0]);
    this.#timeline = this.#at(SPEEDS.findLast((speed) => this.#at(speed).lasts >= SITTING) ?? SPEEDS[0]);
  }

  /** @param {number} now */
  isPlaying(now) {
    return this.#playing && this.at(now) < this.length;
  }

  get speed() {
    return this.#timeline.speed;
  }

  /** Whether long pauses are made shorter. */
  get isShort() {
    return this.#short;
  }

  /** Whether there is a pause long enough to be made shorter, at normal speed. */
  get hasPauses() {
    return new Timeline(this.#times, this.length, 1, LONGEST_PAUSE).lasts < this.length;
  }

  /**
   * Tells whether it is hurrying through a pause.
   * @param {number} now
   */
  isHurrying(now) {
    return this.isPlaying(now) && this.#timeline.isShort(this.at(now));
  }

  /**
   * The moment of the replay.
   * @param {number} now milliseconds on the page's clock
   * @returns {number} milliseconds of the race
   */
  at(now) {
    if (!this.#playing) return this.#ms;
    return this.#timeline.reached(this.#timeline.watched(this.#ms) + now - this.#since);
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
    this.#timeline = this.#at(speed);
  }

  /**
   * Makes long pauses shorter, or leaves them as long as they were.
   * @param {boolean} short
   * @param {number} now
   */
  shorten(short, now) {
    this.#touch(now, this.at(now));
    this.#short = short;
    this.#timeline = this.#at(this.speed);
  }

  /**
   * One step faster or slower.
   * @param {1 | -1} way
   * @param {number} now
   */
  changeSpeed(way, now) {
    const wanted = SPEEDS.indexOf(this.speed) + way;
    this.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, wanted))], now);
  }

  /**
   * The timeline at a speed.
   * @param {number} speed
   */
  #at(speed) {
    const [longest, opening] = this.#short && this.#times.length ? [LONGEST_PAUSE, OPENING] : [Infinity, Infinity];
    return new Timeline(this.#times, this.length, speed, longest, opening);
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
