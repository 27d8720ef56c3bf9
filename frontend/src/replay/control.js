/**
 * The one way in for what the visitor does: which moment of which runs to show. No DOM.
 * @module
 */

/** @import { Moment } from "./address.js" */
/** @import { Mark, Run } from "./run.js" */
import { Playback } from "./playback.js";

export class Control {
  /** The run whose actions are stepped through. */
  lead = 0;
  /**
   * The chosen action of the leading run. Several may share one instant, so the
   * clock alone cannot tell them apart.
   * @type {number | null}
   */
  #chosen = null;

  /**
   * @param {readonly Run[]} runs one, or two on one clock
   * @param {() => number} now milliseconds on the page's clock
   * @param {(told: boolean) => void} changed what is shown; `told`: the visitor asked for this very moment
   */
  constructor(runs, now, changed) {
    this.runs = runs;
    this.now = now;
    this.changed = changed;
    const times = runs.flatMap((run) => run.times);
    this.playback = new Playback(Math.max(...runs.map((run) => run.length)), times);
  }

  get isPlaying() {
    return this.playback.isPlaying(this.now());
  }

  /** Whether it is hurrying through a pause. */
  get isHurrying() {
    return this.playback.isHurrying(this.now());
  }

  get ms() {
    return this.playback.at(this.now());
  }

  /**
   * The number of a run's latest action.
   * @param {number} run
   */
  number(run) {
    if (run === this.lead && this.#chosen !== null) return this.#chosen;
    return this.runs[run].numberAt(this.ms);
  }

  /**
   * The address of this moment.
   * @returns {Moment}
   */
  get moment() {
    return this.lead === 0 && this.#chosen !== null ? { number: this.#chosen } : { ms: this.ms };
  }

  toggle() {
    const now = this.now();
    if (this.isPlaying) {
      this.playback.pause(now);
    } else {
      this.#chosen = null;
      this.playback.play(now);
    }
    this.changed(false);
  }

  /** @param {number} ms */
  seek(ms) {
    this.#chosen = null;
    this.playback.seek(ms, this.now());
    this.changed(!this.isPlaying);
  }

  /**
   * Stops at an action.
   * @param {number} number
   * @param {number} run
   */
  goTo(number, run = this.lead) {
    const { times, last } = this.runs[run];
    this.lead = run;
    this.#chosen = Math.max(0, Math.min(last, number));
    this.playback.pause(this.now());
    this.playback.seek(times[this.#chosen], this.now());
    this.changed(true);
  }

  /** @param {1 | -1} way */
  step(way) {
    this.goTo(this.number(this.lead) + way);
  }

  /**
   * @param {Mark} mark
   * @param {1 | -1} way
   * @returns {boolean} whether there is one
   */
  goToMarked(mark, way) {
    const number = this.runs[this.lead].marked(this.number(this.lead), mark, way);
    if (number === null) return false;
    this.goTo(number);
    return true;
  }

  /** Steps through the other run from now on. */
  switchLead() {
    const next = (this.lead + 1) % this.runs.length;
    this.goTo(this.number(next), next);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.playback.setSpeed(speed, this.now());
    this.changed(false);
  }

  /** @param {boolean} short whether long pauses are made shorter */
  shorten(short) {
    this.playback.shorten(short, this.now());
    this.changed(false);
  }

  /** @param {1 | -1} way */
  changeSpeed(way) {
    this.playback.changeSpeed(way, this.now());
    this.changed(false);
  }

  /** @param {Moment} moment */
  goToMoment(moment) {
    if ("number" in moment) this.goTo(moment.number, 0);
    else this.seek(moment.ms);
  }
}
