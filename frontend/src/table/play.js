/**
 * What the player does: move, deal, undo, collect. Shown at once, then reported to the page.
 * @module
 */

/** @import { Move, Unit } from "./types.js" */
/** @import { State } from "./state.js" */
import { gettext, ngettext } from "../lib/gettext.js";
import { anim, shake } from "./anim.js";
import {
  awaited, bestMove, cardsOf, isAwaited, isKnown, isLegal, largestCount, legalMoves, movableCounts, pileOf, unitAt, unitOf,
} from "./board.js";
import { dealSentence, moveSentence, pileName, unitName } from "./describe.js";
import { hear } from "./hear.js";
import { COLLECT, isCard, isCell, isColumn, isFoundation, moveText, parseMove, targetText } from "./notation.js";
import { GLANCE, say, showNotice } from "./notice.js";
import { showStuck, stuckSentence } from "./stuck.js";
import { forget } from "./redo.js";
import { render } from "./render.js";
import { assume } from "./sync.js";

/**
 * Plays a move. A known illegal one is not shown but still reported, so that the server can say why.
 * @param {State} state
 * @param {Move} move
 * @param {boolean} [again] what was undone is played
 */
export function attempt(state, move, again = false) {
  if (state.locked || ![isColumn, isFoundation, isCell].some((is) => is(move.target))) return release(state);
  const text = moveText(move);
  const shown = !isKnown(state) || isLegal(state, move);
  if (shown) {
    const cards = unitName(state, { pile: move.source, count: move.count });
    const sentence = moveSentence(cards, targetOf(state, move));
    state.events.announce(again ? gettext("Redone: %(move)s", { move: sentence }) : sentence);
  }
  const before = state.piles;
  anim(() => {
    letGo(state);
    if (shown) assume(state, text);
  }, state);
  if (!shown) {
    shake(state, { pile: move.source, count: move.count });
    state.events.sound("refused");
  }
  forget(state);
  hear(state, before);
  tell(() => state.events.move(text));
}

/**
 * Plays the best move of some cards; the server finds it while the legal moves are not known.
 * @param {State} state
 * @param {Unit} unit
 */
export function playBest(state, unit) {
  if (state.locked) return;
  const move = bestMove(state, unit);
  if (move) {
    const cards = unitName(state, unit);
    attempt(state, move);
    if (isCell(move.target)) sayParked(state, cards);
  } else if (!isKnown(state)) {
    const [{ face, id }] = cardsOf(state.piles, unit);
    if (state.deferred.length) wish(state, () => playBest(state, unitOf(state.piles, face) ?? unit));
    // A second tap on a card that is about to go is one too many.
    else if (!awaited(state).has(id)) act(state, face, true, () => state.events.move(face));
  } else {
    turnDown(state, unit);
  }
}

/**
 * @param {State} state
 * @param {string} action that the server has done
 */
export function sayIfParked(state, action) {
  const unit = isCard(action) ? unitOf(state.piles, action) : null;
  if (unit && isCell(unit.pile)) sayParked(state, unitName(state, unit));
}

/**
 * Tells of a card that no pile took: it may have been meant for another place.
 * @param {State} state
 * @param {string} cards
 */
function sayParked(state, cards) {
  showNotice(state, gettext("Moved to a free cell: %(cards)s.", { cards }), undefined, GLANCE);
}

/**
 * Answers a gesture on cards that can't move.
 * @param {State} state
 * @param {Unit} unit
 */
function turnDown(state, unit) {
  // Picking them up has said so.
  if (!state.hand.unit) state.events.announce(stuckSentence(state, unit));
  release(state);
  shake(state, unit);
  state.events.sound("refused");
  showStuck(state, unit);
}

/**
 * Says why a card whose face isn't known stays where it is.
 * @param {State} state
 */
export function refuseFaceDown(state) {
  if (state.locked) return;
  state.events.sound("refused");
  say(state, gettext("Face-down cards can't be moved."), state.events.rule("face-down"));
}

/**
 * Plays as many cards of a pile as may go to another, once that number is known.
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
 * Runs some work now, or after everything that awaits an answer.
 * @param {State} state
 * @param {() => void} act
 */
export function inTurn(state, act) {
  if (state.deferred.length) state.deferred.push(act);
  else act();
}

/**
 * Defers some work until the legal moves are known.
 * @param {State} state
 * @param {() => void} act
 */
function wish(state, act) {
  state.deferred.push(act);
  anim(() => letGo(state), state);
}

/** @param {State} state @param {string} pile */
function largestUnit(state, pile) {
  const [count = 1] = movableCounts(state, pile);
  return unitAt(state.piles, pile, (state.piles.get(pile)?.length ?? 0) - count);
}

/**
 * Runs the work deferred while the server had not answered. Cards picked up since then stay in hand, and
 * are cut to what may go now.
 * @param {State} state
 */
export function grantWishes(state) {
  const held = state.hand.unit;
  const last = held && cardsOf(state.piles, held).at(-1);
  while (isKnown(state) && state.deferred.length) state.deferred.shift()?.();
  if (!held || state.piles.get(held.pile)?.at(-1)?.id !== last?.id) return;
  state.hand.unit = !state.hand.exact && isKnown(state) ? largestUnit(state, held.pile) : held;
  render(state);
}

/**
 * Sends the last card of a pile to its foundation.
 * @param {State} state
 * @param {string} pile
 */
export function sendHome(state, pile) {
  if (!isFoundation(pile)) sendLast(state, pile, "f");
}

/**
 * Puts the last card of a pile into a cell.
 * @param {State} state
 * @param {string} pile
 */
export function sendAside(state, pile) {
  if (!isCell(pile)) sendLast(state, pile, "c");
}

/**
 * @param {State} state
 * @param {string} pile
 * @param {"f" | "c"} target
 */
function sendLast(state, pile, target) {
  const unit = unitAt(state.piles, pile, (state.piles.get(pile)?.length ?? 0) - 1);
  if (unit && !isAwaited(state, unit)) attempt(state, { source: pile, target, count: 1 });
  else if (!isKnown(state)) wish(state, () => sendLast(state, pile, target));
}

/**
 * @param {State} state
 * @param {boolean} [again] what was undone is dealt
 */
export function deal(state, again = false) {
  const open = !isKnown(state) || state.server.board?.moves.includes("deal") === true;
  if (again && open) state.events.announce(gettext("Redone: %(move)s", { move: dealSentence(state) }));
  act(state, "deal", open, () => state.events.move("deal"));
}

/** @param {State} state */
export function undo(state) {
  const open = !isKnown(state) || state.server.board?.undo === true;
  act(state, "undo", open, state.events.undo);
}

/**
 * Plays again what was undone last, as an ordinary move; what an undo takes back is known with its answer.
 * @param {State} state
 */
export function redo(state) {
  if (state.locked) return;
  if (state.server.outstanding.includes("undo")) return wish(state, () => redo(state));
  const text = state.undone.at(-1);
  const move = text === undefined ? null : parseMove(text);
  if (!move && text !== "deal") return say(state, gettext("Nothing to redo."));
  const rest = state.undone.slice(0, -1);
  if (move) attempt(state, move, true);
  else deal(state, true);
  state.undone = rest;
}

/**
 * Sends home the cards that the columns no longer need: those that are known at once, the others with the answer.
 * @param {State} state
 */
export function collect(state) {
  if (state.server.outstanding.at(-1) === COLLECT) return;
  const refusal = collectRefusal(state);
  if (refusal) say(state, refusal);
  else act(state, COLLECT, true, () => state.events.move(COLLECT));
}

/**
 * Says why nothing would be collected; empty if something would, or if that isn't known.
 * @param {State} state
 */
export function collectRefusal(state) {
  if (!isKnown(state) || state.server.board?.safe.length) return "";
  const home = legalMoves(state).filter(({ target }) => isFoundation(target));
  const move = home.find(({ source }) => source !== "w") ?? home[0];
  if (!move) return gettext("No card can go home now.");
  const card = unitName(state, { pile: move.source, count: move.count });
  return move.source === "w"
    ? gettext("Collect leaves %(card)s on the waste to you: you can send it home yourself.", { card })
    : gettext("The columns may still need %(card)s: you can send it home yourself.", { card });
}

/**
 * Picks cards up without moving them; the next pile chosen is where they go.
 * @param {State} state
 * @param {Unit} unit
 * @param {boolean} exact
 */
export function pickUp(state, unit, exact) {
  if (state.locked) return;
  state.hand.unit = unit;
  state.hand.exact = exact;
  state.events.announce(pickedSentence(state, unit));
  state.events.sound("pick");
  render(state);
}

/**
 * Picks up the largest part of a pile that has somewhere to go; a card that is being turned up, once it shows.
 * @param {State} state
 * @param {string} pile
 */
export function pickFrom(state, pile) {
  const unit = largestUnit(state, pile);
  if (unit && !isAwaited(state, unit)) pickUp(state, unit, false);
  else if (!isKnown(state)) wish(state, () => pickFrom(state, pile));
  else say(state, gettext("Nothing to pick up: %(pile)s.", { pile: pileName(pile) }));
}

/**
 * Puts the cards in hand back.
 * @param {State} state
 */
export function release(state) {
  state.deferred = [];
  if (state.hand.unit) state.events.announce(gettext("Put back."));
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
  const before = state.piles;
  anim(() => {
    letGo(state);
    if (shown) assume(state, action);
  }, state);
  if (action !== "undo") forget(state);
  hear(state, before);
  tell(callback);
}

/** @param {State} state */
function letGo(state) {
  state.hand.unit = null;
  state.hand.drag = null;
}

/** @param {State} state @param {Move} move */
function targetOf({ piles }, { source, target }) {
  const card = piles.get(source)?.at(-1);
  return card ? pileOf(piles, targetText(target), card) : target;
}

/** @param {State} state @param {Unit} unit */
function pickedSentence(state, unit) {
  const cards = unitName(state, unit);
  if (!isKnown(state)) return gettext("%(cards)s picked up.", { cards });
  const count = legalMoves(state).filter((move) => move.source === unit.pile && move.count === unit.count).length;
  if (!count) return gettext("%(cards)s picked up. Nowhere to go.", { cards });
  return ngettext(
    "%(cards)s picked up. %(count)s place to go.",
    "%(cards)s picked up. %(count)s places to go.",
    count,
    { cards },
  );
}

/**
 * Callbacks run after the change is complete, never during it.
 * @param {() => void} callback
 */
function tell(callback) {
  queueMicrotask(callback);
}
