/**
 * What the player does: moves, deals, undoes, collects. Shown at once, then told to the page.
 * @module
 */

/** @import { Move, Unit } from "./types.js" */
/** @import { State } from "./state.js" */
import { gettext, ngettext } from "../lib/gettext.js";
import { anim, shake } from "./anim.js";
import { bestMove, cardsOf, foundationOf, isKnown, isLegal, largestCount, movableCounts, safeMove, targetsOf, unitAt } from "./board.js";
import { moveSentence, pileName, unitName } from "./describe.js";
import { isColumn, isFoundation, moveText } from "./notation.js";
import { render } from "./render.js";
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
    state.events.announce(moveSentence(cards, targetOf(state, move)));
  }
  anim(() => {
    letGo(state);
    if (shown) assume(state, text);
  }, state);
  tell(() => state.events.move(text));
}

/**
 * Plays the best move of some cards; as soon as it is known which that is.
 * @param {State} state
 * @param {Unit} unit
 */
export function playBest(state, unit) {
  if (state.locked) return;
  const move = bestMove(state, unit);
  if (move) {
    attempt(state, move);
  } else if (!isKnown(state)) {
    const last = cardsOf(state.piles, unit).at(-1);
    wish(state, () => {
      const [pile] = [...state.piles].find(([, cards]) => cards.at(-1)?.id === last?.id) ?? [];
      if (pile) playBest(state, { pile, count: unit.count });
    });
  } else {
    if (!state.held) state.events.announce(pickedSentence(state, unit));
    release(state);
    shake(state, unit);
  }
}

/**
 * Plays as many cards of a pile as may go to another; as soon as it is known how many.
 * @param {State} state
 * @param {string} source
 * @param {string} target
 * @param {number} otherwise
 */
export function playMost(state, source, target, otherwise) {
  if (isKnown(state)) attempt(state, { source, target, count: largestCount(state, source, target) || otherwise });
  else wish(state, () => playMost(state, source, target, otherwise));
}

/**
 * Does something now, or after all that waits for an answer.
 * @param {State} state
 * @param {() => void} act
 */
export function inTurn(state, act) {
  if (state.wishes.length) state.wishes.push(act);
  else act();
}

/**
 * Keeps something until the legal moves are known.
 * @param {State} state
 * @param {() => void} act
 */
function wish(state, act) {
  state.wishes.push(act);
  anim(() => letGo(state), state);
}

/** @param {State} state @param {string} pile */
function largestUnit(state, pile) {
  const [count = 1] = movableCounts(state, pile);
  return unitAt(state.piles, pile, (state.piles.get(pile)?.length ?? 0) - count);
}

/**
 * Does what was wished for while the server had not answered yet. What has been picked up since then stays in hand, and
 * is as much as may go now.
 * @param {State} state
 */
export function grantWishes(state) {
  const { held } = state;
  const last = held && cardsOf(state.piles, held).at(-1);
  while (isKnown(state) && state.wishes.length) state.wishes.shift()?.();
  if (!held || state.piles.get(held.pile)?.at(-1)?.id !== last?.id) return;
  state.held = !state.exact && isKnown(state) ? largestUnit(state, held.pile) : held;
  render(state);
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
 * Brings home what is of no more use in the columns, one card after each answer of the server.
 * @param {State} state
 */
export function collect(state) {
  state.collecting = !state.locked;
  if (isKnown(state) && !safeMove(state)) state.events.announce(gettext("No card can go home without harm. A double click sends one in any case."));
  collectNext(state);
}

/** @param {State} state */
export function collectNext(state) {
  if (!state.collecting || !isKnown(state)) return;
  const move = safeMove(state);
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
  state.events.announce(pickedSentence(state, unit));
  render(state);
}

/**
 * Picks up the largest part of a pile that has somewhere to go.
 * @param {State} state
 * @param {string} pile
 */
export function pickFrom(state, pile) {
  const unit = largestUnit(state, pile);
  if (unit) pickUp(state, unit, false);
  else state.events.announce(gettext("Nothing to pick up in %(pile)s.", { pile: pileName(pile) }));
}

/**
 * Puts back whatever is in hand.
 * @param {State} state
 */
export function release(state) {
  state.wishes = [];
  if (state.held) state.events.announce(gettext("Put back."));
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
function targetOf({ piles }, { source, target }) {
  const card = piles.get(source)?.at(-1);
  return target === "f" && card ? foundationOf(card) : target;
}

/** @param {State} state @param {Unit} unit */
function pickedSentence(state, unit) {
  const cards = unitName(state, unit);
  if (!isKnown(state)) return gettext("%(cards)s picked up.", { cards });
  const count = targetsOf(state, unit).length;
  if (!count) return gettext("%(cards)s picked up. Nowhere to go.", { cards });
  return ngettext(
    "%(cards)s picked up. %(count)s place to go.",
    "%(cards)s picked up. %(count)s places to go.",
    count,
    { cards },
  );
}

/**
 * Callbacks run after the change is complete, never in the middle of it.
 * @param {() => void} callback
 */
function tell(callback) {
  queueMicrotask(callback);
}
