/**
 * Clicks and taps: source then target; twice on the same cards, or once by a finger or by preference, for their best move.
 * @module
 */

/** @import { Unit } from "./types.js" */
/** @import { State } from "./state.js" */
import { bestMove, goalOf, isAwaited, isKnown, targetsOf, unitAt } from "./board.js";
import { HIDDEN, isCell, isColumn, isFoundation } from "./notation.js";
import { attempt, deal, pickUp, playBest, refuseFaceDown, release } from "./play.js";
import { showIfStuck } from "./stuck.js";

/** Two taps within this many milliseconds are one gesture. */
const DOUBLE = 400;

/** A tap where a hint pointed to, this many milliseconds after a tap has played it, belongs to the move. */
const FOLLOWING = 1500;

/** @type {WeakMap<State, number>} when the cards in hand were picked up */
const picked = new WeakMap();

/** @type {WeakMap<State, { source: string, goal: string | null, at: number }>} the hint that a tap played last, and when */
const followed = new WeakMap();

/**
 * @param {State} state
 * @param {{ pile: string, index: number } | null} hit
 * @param {{ timeStamp: number, pointerType: string }} event
 */
export function tap(state, hit, { timeStamp, pointerType }) {
  if (!hit) return release(state);
  if (repeats(state, hit.pile, timeStamp)) return;
  const held = state.hand.unit;
  const unit = unitAt(state.piles, hit.pile, hit.index);
  if (hit.pile === "s") return deal(state);
  if (held && held.pile !== hit.pile && takesCards(state, hit.pile)) {
    const open = !isKnown(state) || targetsOf(state, held).includes(hit.pile);
    const better = unit && targetsOf(state, unit).length > 0;
    if (open || !better) return attempt(state, { source: held.pile, target: hit.pile, count: held.count });
  }
  if (unit && playsBest(state, pointerType)) {
    follow(state, unit, timeStamp);
    return playBest(state, unit);
  }
  if (unit && isAwaited(state, unit)) return;
  if (held && unit && same(held, unit)) {
    return timeStamp - (picked.get(state) ?? 0) < DOUBLE ? playBest(state, unit) : release(state);
  }
  if (!unit) return held || !isFaceDown(state, hit) ? release(state) : refuseFaceDown(state);
  picked.set(state, timeStamp);
  pickUp(state, unit, true);
  showIfStuck(state, unit);
}

/**
 * Remembers that a tap plays the hint, if it does.
 * @param {State} state
 * @param {Unit} unit
 * @param {number} at
 */
function follow(state, unit, at) {
  const { hint } = state;
  const move = hint && bestMove(state, unit);
  if (!move || move.source !== hint.source || move.target !== hint.target) return;
  followed.set(state, { source: move.source, goal: goalOf(state, hint), at });
}

/**
 * Whether a tap repeats the one that has played a hint: its two marks ask for two taps.
 * Only the first tap on the goal does, for the next move may begin there.
 * @param {State} state
 * @param {string} pile
 * @param {number} at
 */
function repeats(state, pile, at) {
  const last = followed.get(state);
  if (!last) return false;
  if (pile === last.goal) {
    followed.delete(state);
    return at - last.at < FOLLOWING;
  }
  return pile === last.source && at - last.at < DOUBLE;
}

/**
 * Whether a tap may put cards on a pile; one on a card in a cell is meant for the card.
 * @param {State} state
 * @param {string} pile
 */
function takesCards({ piles }, pile) {
  return isColumn(pile) || isFoundation(pile) || (isCell(pile) && !piles.get(pile)?.length);
}

/**
 * Whether one tap plays: a finger that goes to the card anyway would have to go a second way.
 * @param {State} state
 * @param {string} pointerType
 */
function playsBest({ preferences: { tap: wanted } }, pointerType) {
  return wanted === "best" || (wanted === "auto" && pointerType !== "mouse");
}

/**
 * @param {State} state
 * @param {{ pile: string, index: number }} hit
 */
function isFaceDown({ piles }, { pile, index }) {
  return piles.get(pile)?.[index]?.face === HIDDEN;
}

/** @param {Unit} a @param {Unit} b */
function same(a, b) {
  return a.pile === b.pile && a.count === b.count;
}
