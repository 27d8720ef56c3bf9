/**
 * How many actions the run may still take, once few are left: a line under the table, announced now and then.
 * @module
 */

/** @import { State } from "./state.js" */
import { part, patch, write } from "../lib/elements.js";
import { gettext, ngettext } from "../lib/gettext.js";
import { ownBoard, scene } from "./state.js";

/** What is left when it is said again. */
const SAID = [100, 10, 0];

/**
 * @param {(text: string) => void} say
 * @returns {(state: State, before: State) => void}
 */
export function capacity(say) {
  const line = part(document, "#actions-left");
  return (state, before) => {
    const left = leftOf(state);
    patch(line, { hidden: left === null });
    if (left === null) return;
    write(line, sentence(left));
    if (isDue(left, leftOf(before))) say(sentence(left));
  };
}

/**
 * @param {State} state
 * @returns {number | null}
 */
function leftOf(state) {
  return scene(state) === "play" ? (ownBoard(state)?.left ?? null) : null;
}

/**
 * @param {number} left
 * @returns {string}
 */
export function sentence(left) {
  if (left === 0) return gettext("You've reached the limit of moves and undos. Stop here: what you have counts.");
  return ngettext("%(count)s move or undo left in this run.", "%(count)s moves and undos left in this run.", left);
}

/**
 * Whether to announce the number: at first, and whenever it passes a threshold.
 * @param {number} left
 * @param {number | null} before
 * @returns {boolean}
 */
export function isDue(left, before) {
  return before === null || SAID.some((mark) => left <= mark && before > mark);
}
