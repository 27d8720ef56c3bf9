/**
 * Shows a move to the player, source and target, until something is played.
 * @module
 */

/** @import { Move } from "./types.js" */
/** @import { HeadlessState, State } from "./state.js" */
import { gettext } from "../lib/gettext.js";
import { goalOf } from "./board.js";
import { cardName, dealSentence, moveSentence, unitName } from "./describe.js";
import { focus } from "./keyboard.js";
import { isCell, isColumn, parseMove } from "./notation.js";
import { say } from "./notice.js";
import { render } from "./render.js";

/**
 * Points at a move without a word, or at nothing.
 * @param {State} state
 * @param {string | null} text a move, or "deal"
 * @returns {Move | null} what it points at
 */
export function pointAt(state, text) {
  const move = text === "deal" ? { source: "s", target: "s", count: 0 } : parseMove(text ?? "");
  state.hint = move;
  render(state);
  if (move && state.focus.byKey && !isTyping()) focus(state, move.source);
  return move;
}

function isTyping() {
  return document.activeElement?.matches("input, textarea, select") === true;
}

/**
 * What a move would do, with the card that it goes onto.
 * @param {HeadlessState} state
 * @param {string} cards
 * @param {string} pile
 * @returns {string} "8 of clubs onto the 9 of hearts."
 */
export function hintSentence({ piles }, cards, pile) {
  if (isCell(pile)) return gettext("%(cards)s to a cell.", { cards });
  if (!isColumn(pile)) return moveSentence(cards, pile);
  const under = piles.get(pile)?.at(-1);
  return under
    ? gettext("%(cards)s onto the %(card)s.", { cards, card: cardName(under.face) })
    : gettext("%(cards)s onto the empty column %(number)s.", { cards, number: pile.slice(1) });
}

/**
 * Shows and says a move; another card in hand goes back, as the mark of a hint waits for it.
 * @param {State} state
 * @param {string} text a move, or "deal"
 */
export function showHint(state, text) {
  state.hand.unit = null;
  const move = pointAt(state, text);
  if (!move) return;
  const cards = unitName(state, { pile: move.source, count: move.count });
  const sentence = text === "deal" ? dealSentence(state) : hintSentence(state, cards, goalOf(state, move) ?? move.target);
  say(state, gettext("Hint: %(move)s", { move: sentence }));
}
