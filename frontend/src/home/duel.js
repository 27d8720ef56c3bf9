/**
 * The race on the start page: two boards that play a recording over and over. It is a picture: nothing in it can be
 * played, and it stands still where no one looks or motion is unwanted.
 * @module
 */

/** @import { Run } from "./recording.js" */
/** @import { Faces } from "./duel-board.js" */
import { part, write } from "../lib/elements.js";
import { DuelBoard, readPiles } from "./duel-board.js";
import { PILES, RUNS } from "./recording.js";

const DECK = 52;

/** Milliseconds: before the first move, between the last cards home, and until the next race. */
const LOOK = 1200;
const HOMEWARD = 60;
const REST = 4000;

/** How far the runs are where nothing moves. */
const STILL = [58, 60];

/**
 * The piles after a move.
 * @param {Faces} piles
 * @param {string} move such as "t1t2" or "t3f"
 * @returns {Faces}
 */
export function played(piles, move) {
  const source = move.slice(0, 2);
  const from = [...(piles.get(source) ?? [])];
  const card = from.pop() ?? "";
  const target = move.length > 3 ? move.slice(2) : `f${card[1].toLowerCase()}`;
  return new Map([...piles, [source, from], [target, [...(piles.get(target) ?? []), card]]]);
}

/**
 * Milliseconds before each move of a run, from its start: people take longer over some moves than over others.
 * @param {Run} run
 * @returns {number[]}
 */
export function timetable({ moves, own, pace }) {
  let at = LOOK;
  return moves.split(" ").map((_move, number) => {
    at += number < own ? pace * (0.55 + ((number * 7) % 10) / 10) : HOMEWARD;
    return at;
  });
}

/** @param {Faces} piles */
function home(piles) {
  return [...piles].reduce((sum, [name, cards]) => sum + (name.startsWith("f") ? cards.length : 0), 0);
}

/** One of the two: its board, and how far it is. */
class Runner {
  #moves;
  #at;
  #root;
  #board;
  #piles = readPiles(PILES);
  #done = 0;

  /**
   * @param {HTMLElement} root
   * @param {string} game
   * @param {Run} run
   */
  constructor(root, game, run) {
    this.#root = root;
    this.#moves = run.moves.split(" ");
    this.#at = timetable(run);
    this.#board = new DuelBoard(part(root, ".board"), game, this.#piles);
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
    for (const move of this.#moves.slice(this.#done, this.#done + count)) this.#piles = played(this.#piles, move);
    this.#done += count;
    this.#show();
  }

  /** Lays the cards as they were dealt. */
  restart() {
    this.#piles = readPiles(PILES);
    this.#done = 0;
    this.#show();
    delete this.#root.dataset.won;
  }

  win() {
    this.#root.dataset.won = "";
  }

  #show() {
    this.#board.show(this.#piles);
    const count = home(this.#piles);
    write(part(this.#root, "span"), String(count));
    part(this.#root, "i").style.setProperty("--home", String(count / DECK));
  }
}

/** @param {HTMLElement} root */
export function showDuel(root) {
  const runners = [...root.querySelectorAll(".duel-run")].map(
    (run, i) => new Runner(/** @type {HTMLElement} */ (run), root.dataset.game ?? "", RUNS[i]),
  );
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const button = /** @type {HTMLButtonElement} */ (part(root, ".duel-pause"));
  let [clock, seen, stopped] = [0, true, false];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function step() {
    const next = Math.min(...runners.map((runner) => runner.next));
    for (const runner of runners) if (runner.next === next) runner.play(1);
    const arrived = runners.filter((runner) => runner.next === Infinity);
    if (arrived.length === 1) arrived[0].win();
    clock = next;
    wait();
  }

  function restart() {
    clock = 0;
    for (const runner of runners) runner.restart();
    wait();
  }

  function wait() {
    clearTimeout(timer);
    if (stopped || !seen || calm.matches || document.hidden) return;
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
  document.addEventListener("visibilitychange", look);
  calm.addEventListener("change", look);
  new IntersectionObserver(([entry]) => {
    seen = entry.isIntersecting;
    look();
  }).observe(root);
  if (calm.matches) runners.forEach((runner, i) => runner.play(STILL[i]));
  look();
}
