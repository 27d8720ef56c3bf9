/**
 * What the player does: moves, deals, undoes, collects. Shown at once, then told to the page.
 * @module
 */

/** @import { Move, Unit } from "./types.js" */
/** @import { State } from "./state.js" */
import { anim } from "./anim.js";
import { bestMove, homeMove, isKnown, isLegal, movableCounts, targetsOf, unitAt } from "./board.js";
import { pileName, unitName } from "./describe.js";
import { isColumn, isFoundation, moveText } from "./notation.js";
import { render } from "./render.js";
import { fill } from "./strings.js";
import { assume } from "./sync.js";

/**
 * Plays a move. One that is known to be illegal is not shown, but still told, so that the server can say why.
 * @param {State} state
 * @param {Move} move
 */
export function attempt(state, move) {
  if (state.locked || !(isColumn(move.target) || isFoundation(move.target))) return release(state);
  const text = moveText(move);
  const shown = !isKnown(state) || isLegal(state, move);
  if (shown) {
    const cards = unitName(state, { pile: move.source, count: move.count });
    state.events.announce(fill(state.strings.played, { cards, pile: targetName(state, move) }));
  }
  anim(() => {
    letGo(state);
    if (shown) assume(state, text);
  }, state);
  tell(() => state.events.move(text));
}

/**
 * Plays the move that a double click stands for.
 * @param {State} state
 * @param {Unit} unit
 */
export function playBest(state, unit) {
  const move = bestMove(state, unit);
  if (move) attempt(state, move);
  else if (!isKnown(state)) sendHome(state, unit.pile);
  else release(state);
}

/**
 * Sends the last card of a pile to its foundation.
 * @param {State} state
 * @param {string} pile
 */
export function sendHome(state, pile) {
  const last = (state.piles.get(pile)?.length ?? 0) - 1;
  if (!isFoundation(pile) && unitAt(state.piles, pile, last)) {
    attempt(state, { source: pile, target: "f", count: 1 });
  }
}

/** @param {State} state */
export function deal(state) {
  const open = !isKnown(state) || state.confirmed?.moves.includes("deal") === true;
  act(state, "deal", open, () => state.events.move("deal"));
}

/** @param {State} state */
export function undo(state) {
  const open = !isKnown(state) || state.confirmed?.undo === true;
  act(state, "undo", open, state.events.undo);
}

/**
 * Brings home what can go home, one card after each answer of the server.
 * @param {State} state
 */
export function collect(state) {
  state.collecting = !state.locked;
  if (isKnown(state) && !homeMove(state)) state.events.announce(state.strings.nothingHome);
  collectNext(state);
}

/** @param {State} state */
export function collectNext(state) {
  if (!state.collecting || !isKnown(state)) return;
  const move = homeMove(state);
  if (move) attempt(state, move);
  else state.collecting = false;
}

/**
 * Picks cards up without moving them; the next pile chosen is where they go.
 * @param {State} state
 * @param {Unit} unit
 * @param {boolean} exact
 */
export function pickUp(state, unit, exact) {
  if (state.locked) return;
  state.held = unit;
  state.exact = exact;
  const { strings } = state;
  const count = targetsOf(state, unit).length;
  const sentence = !isKnown(state) ? strings.pickedUnknown : count ? strings.picked : strings.pickedAlone;
  state.events.announce(fill(sentence, { cards: unitName(state, unit), count }));
  render(state);
}

/**
 * Picks up the largest part of a pile that has somewhere to go.
 * @param {State} state
 * @param {string} pile
 */
export function pickFrom(state, pile) {
  const [count = 1] = movableCounts(state, pile);
  const unit = unitAt(state.piles, pile, (state.piles.get(pile)?.length ?? 0) - count);
  if (unit) pickUp(state, unit, false);
  else state.events.announce(fill(state.strings.nothingThere, { pile: pileName(state.strings, pile) }));
}

/**
 * Puts back whatever is in hand.
 * @param {State} state
 */
export function release(state) {
  if (state.held) state.events.announce(state.strings.released);
  anim(() => letGo(state), state);
}

/**
 * @param {State} state
 * @param {string} action
 * @param {boolean} shown
 * @param {() => void} callback
 */
function act(state, action, shown, callback) {
  if (state.locked) return;
  anim(() => {
    letGo(state);
    if (shown) assume(state, action);
  }, state);
  tell(callback);
}

/** @param {State} state */
function letGo(state) {
  state.held = null;
  state.drag = null;
}

/** @param {State} state @param {Move} move */
function targetName({ strings, piles }, { source, target }) {
  const face = piles.get(source)?.at(-1)?.face ?? "";
  return pileName(strings, target === "f" ? `f${face.slice(1).toLowerCase()}` : target);
}

/**
 * Callbacks run after the change is complete, never in the middle of it.
 * @param {() => void} callback
 */
function tell(callback) {
  queueMicrotask(callback);
}
