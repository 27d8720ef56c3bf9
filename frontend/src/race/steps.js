/**
 * Which moves of a guided deal are done: only those that the guide has asked for, or that come to the same. No DOM.
 * @module
 */

/** @import { View } from "../lib/view.js" */
/** @import { Move } from "../table/types.js" */
import { COLLECT, isCell, isColumn, isFoundation, parseMove } from "../table/notation.js";

/** @typedef {"done" | "other" | "undone"} Step */

export class Steps {
  /** How many are done. */
  done;
  /**
   * The boards since the page was opened, and how many steps were done before each.
   * @type {{ view: View, n: number, done: number }[]}
   */
  #path = [];

  /** @param {number} done before the page was loaded again */
  constructor(done) {
    this.done = done;
  }

  /**
   * Judges what has led to a board.
   * @param {View} view
   * @param {number} n how many actions it has
   * @param {string | null | undefined} asked the move that was shown before; without one, any will do
   * @returns {Step | null} null if nothing has happened
   */
  take(view, n, asked) {
    const before = this.#path.at(-1);
    if (n === before?.n) return null;
    const earlier = this.#path.at(-2);
    if (earlier && isSame(earlier.view, view)) {
      this.done = earlier.done;
      this.#path.pop();
      this.#path.splice(-1, 1, { view, n, done: this.done });
      return "undone";
    }
    const isDone = before !== undefined && (!asked || isPlayed(asked, before.view, view));
    if (isDone) this.done += 1;
    this.#path.push({ view, n, done: this.done });
    return before ? (isDone ? "done" : "other") : null;
  }
}

/**
 * @param {View} one
 * @param {View} other
 */
function isSame({ piles: one }, { piles: other }) {
  const names = Object.keys(other);
  return names.length === Object.keys(one).length && names.every((name) => one[name] === other[name]);
}

/**
 * Whether a move, or one that comes to the same, lies between two boards.
 * @param {string} asked
 * @param {View} before
 * @param {View} after
 */
function isPlayed(asked, before, after) {
  const move = parseMove(asked);
  if (move) return hasMoved(move, before, after);
  if (asked === COLLECT) return after.progress > before.progress;
  const stock = [before, after].map((view) => cardsOf(view, "s").length);
  // A waste that is turned over is a stock again.
  return stock[0] !== stock[1];
}

/**
 * @param {Move} move
 * @param {View} before
 * @param {View} after
 */
function hasMoved({ source, target, count }, before, after) {
  const card = cardsOf(before, source).at(-count) ?? "";
  const now = Object.keys(after.piles).find((name) => cardsOf(after, name).includes(card));
  // A foundation may show its top card alone.
  if (isFoundation(target)) return now === undefined || isFoundation(now);
  if (now === undefined || now === source) return false;
  if (isCell(target)) return isCell(now);
  const [wished, got] = [cardsOf(before, target).at(-1), cardUnder(after, now, card)];
  return now === target || (isColumn(now) && wished?.[0] === got?.[0]);
}

/**
 * @param {View} view
 * @param {string} pile
 * @param {string} card
 */
function cardUnder(view, pile, card) {
  const cards = cardsOf(view, pile);
  return cards[cards.indexOf(card) - 1];
}

/**
 * @param {View} view
 * @param {string} pile
 * @returns {string[]}
 */
function cardsOf({ piles }, pile) {
  return (piles[pile] ?? "").split(" ").filter(Boolean);
}
