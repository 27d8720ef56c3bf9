/**
 * Clicks and taps: source then target, and twice on the same cards for their best move, or once if the player likes.
 * @module
 */

/** @import { Unit } from "./types.js" */
/** @import { State } from "./state.js" */
import { isKnown, targetsOf, unitAt } from "./board.js";
import { isColumn, isFoundation } from "./notation.js";
import { attempt, deal, pickUp, playBest, release } from "./play.js";

/** Two taps within this many milliseconds are one gesture. */
const DOUBLE = 400;

/** @type {WeakMap<State, number>} when the cards in hand were picked up */
const picked = new WeakMap();

/**
 * @param {State} state
 * @param {{ pile: string, index: number } | null} hit
 * @param {number} now milliseconds
 */
export function tap(state, hit, now) {
  if (!hit) return release(state);
  const { held } = state;
  const unit = unitAt(state.piles, hit.pile, hit.index);
  if (hit.pile === "s") return deal(state);
  if (held && held.pile !== hit.pile && (isColumn(hit.pile) || isFoundation(hit.pile))) {
    const open = !isKnown(state) || targetsOf(state, held).includes(hit.pile);
    const better = unit && targetsOf(state, unit).length > 0;
    if (open || !better) return attempt(state, { source: held.pile, target: hit.pile, count: held.count });
  }
  if (unit && state.preferences.tap === "best") return playBest(state, unit);
  if (held && unit && same(held, unit)) {
    return now - (picked.get(state) ?? 0) < DOUBLE ? playBest(state, unit) : release(state);
  }
  if (!unit) return release(state);
  picked.set(state, now);
  pickUp(state, unit, true);
}

/** @param {Unit} a @param {Unit} b */
function same(a, b) {
  return a.pile === b.pile && a.count === b.count;
}
