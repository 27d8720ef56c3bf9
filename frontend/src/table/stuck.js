/**
 * Cards that can't move: what the table's edge says of them.
 * @module
 */

/** @import { HeadlessState, State } from "./state.js" */
/** @import { Unit } from "./types.js" */
import { gettext, ngettext } from "../lib/gettext.js";
import { cardsOf, isKnown, targetsOf } from "./board.js";
import { cardName } from "./describe.js";
import { showNotice } from "./notice.js";

/**
 * Shows at the table's edge that cards can't move, if they can't.
 * @param {State} state
 * @param {Unit} unit
 */
export function showIfStuck(state, unit) {
  if (isKnown(state) && !targetsOf(state, unit).length) showStuck(state, unit);
}

/**
 * @param {State} state
 * @param {Unit} unit
 */
export function showStuck(state, unit) {
  showNotice(state, stuckSentence(state, unit), state.events.rule(unit.count > 1 ? "not-a-run" : "no-move"));
}

/**
 * @param {HeadlessState} state
 * @param {Unit} unit
 * @returns {string}
 */
export function stuckSentence({ piles }, unit) {
  const [{ face }, ...others] = cardsOf(piles, unit);
  const card = cardName(face);
  return others.length
    ? ngettext(
        "The %(card)s can't move with the card on it.",
        "The %(card)s can't move with the %(count)s cards on it.",
        others.length,
        { card },
      )
    : gettext("The %(card)s has nowhere to go.", { card });
}
