/**
 * The race on the start page: two boards that play a recording over and over, of the game that is chosen. It is a
 * picture: nothing in it can be played, and it stands still where no one looks or motion is unwanted.
 * @module
 */

/** @import { Faces } from "./duel-board.js" */
import { part, write } from "../lib/elements.js";
import { fetchJson } from "../net/fetched.js";
import { DuelBoard, readPiles } from "./duel-board.js";

const DECK = 52;

/** Milliseconds: before the first move, between the last cards home, and until the race is shown again. */
const LOOK = 1200;
const HOMEWARD = 60;
const REST = 4000;

/** How far a race has come when it is shown, in milliseconds from its start: boards in the middle of it say what it is. */
const MIDDLE = 14_000;

/**
 * The progress after a move, and the piles that it changed as text.
 * @typedef {[progress: number, piles: string]} Step
 */

/**
 * One player's race.
 * @typedef {object} Run
 * @property {readonly Step[]} steps
 * @property {number} own how many moves the player makes; the rest sends the last cards home
 * @property {number} pace milliseconds a move
 */

/** @typedef {{ start: Step, runs: readonly Run[] }} Recording as `tests/recordings.py` writes it */

/**
 * Milliseconds before each move of a run, from its start: people take longer over some moves than over others.
 * @param {Run} run
 * @returns {number[]}
 */
export function timetable({ steps, own, pace }) {
  let at = LOOK;
  return steps.map((_step, number) => {
    at += number < own ? pace * (0.55 + ((number * 7) % 10) / 10) : HOMEWARD;
    return at;
  });
}

/** One of the two: its board, and how far it is. */
class Runner {
  #at;
  #root;
  #board;
  #start;
  #run;
  /** @type {Faces} */
  #piles;
  #done = 0;

  /**
   * @param {HTMLElement} root
   * @param {string} game
   * @param {Step} start
   * @param {Run} run
   */
  constructor(root, game, start, run) {
    this.#root = root;
    this.#start = start;
    this.#run = run;
    this.#at = timetable(run);
    this.#piles = readPiles(start[1]);
    this.#board = new DuelBoard(part(root, ".board"), game, this.#piles);
    this.restart();
  }

  /** When its next move comes, in milliseconds from the start; Infinity if it is home. */
  get next() {
    return this.#at[this.#done] ?? Infinity;
  }

  /**
   * Makes the next moves.
   * @param {number} count
   */
  play(count) {
    const steps = this.#run.steps.slice(this.#done, this.#done + count);
    for (const [, text] of steps) this.#piles = new Map([...this.#piles, ...readPiles(text)]);
    this.#done += count;
    this.#show(steps[steps.length - 1][0]);
  }

  /** Lays the cards as they lie in the middle of the race. */
  restart() {
    this.#piles = readPiles(this.#start[1]);
    this.#done = 0;
    delete this.#root.dataset.won;
    this.play(this.#at.filter((at) => at <= MIDDLE).length);
  }

  win() {
    this.#root.dataset.won = "";
  }

  /** @param {number} progress */
  #show(progress) {
    this.#board.show(this.#piles);
    write(part(this.#root, "span"), String(progress));
    part(this.#root, "i").style.setProperty("--home", String(progress / DECK));
  }
}

/**
 * @param {HTMLElement} root
 * @param {HTMLSelectElement} choice of the game
 */
export function showDuel(root, choice) {
  const places = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".duel-run")]);
  const { recordings = "" } = root.dataset;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const button = /** @type {HTMLButtonElement} */ (part(root, ".duel-pause"));
  /** @type {Runner[]} */
  let runners = [];
  let [wanted, clock, seen, stopped] = ["", 0, true, false];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {string} game */
  async function load(game) {
    wanted = game;
    /** @type {Recording | null} */
    const recording = await fetchJson(`${recordings}${game}.json`).catch(() => null);
    // Another game may have been chosen meanwhile.
    if (!recording || game !== wanted) return;
    const { start, runs } = recording;
    runners = places.map((place, i) => new Runner(place, game, start, runs[i]));
    root.dataset.game = game;
    clock = MIDDLE;
    look();
  }

  function step() {
    const next = Math.min(...runners.map((runner) => runner.next));
    for (const runner of runners) if (runner.next === next) runner.play(1);
    const arrived = runners.filter((runner) => runner.next === Infinity);
    if (arrived.length === 1) arrived[0].win();
    clock = next;
    wait();
  }

  function restart() {
    clock = MIDDLE;
    for (const runner of runners) runner.restart();
    wait();
  }

  function wait() {
    clearTimeout(timer);
    if (!runners.length || stopped || !seen || calm.matches || document.hidden) return;
    const next = Math.min(...runners.map((runner) => runner.next));
    timer = next === Infinity ? setTimeout(restart, REST) : setTimeout(step, next - clock);
  }

  function look() {
    button.hidden = calm.matches;
    button.setAttribute("aria-label", (stopped ? button.dataset.play : button.dataset.pause) ?? "");
    button.classList.toggle("stopped", stopped);
    wait();
  }

  button.addEventListener("click", () => {
    stopped = !stopped;
    look();
  });
  choice.addEventListener("change", () => load(choice.value));
  document.addEventListener("visibilitychange", look);
  calm.addEventListener("change", look);
  new IntersectionObserver(([entry]) => {
    seen = entry.isIntersecting;
    look();
  }).observe(root);
  void load(choice.value);
}
