/**
 * A sentence next to a pile: why a move was refused.
 * @module
 */

/** @import { Point } from "./types.js" */
/** @import { State } from "./state.js" */
import { gettext } from "../lib/gettext.js";
import { spread } from "./layout.js";

const SHOWN_FOR = 4500;

/** @type {WeakMap<State, ReturnType<typeof setTimeout>>} */
const timers = new WeakMap();

/**
 * @param {State} state
 * @param {string | null} pile null: in the middle of the table
 * @param {string} sentence
 * @param {string} [why] address of the rule that it follows from
 */
export function showNotice(state, pile, sentence, why) {
  const { notice } = state.dom;
  notice.textContent = sentence;
  if (why) notice.append(" ", link(why, gettext("Why?")));
  notice.hidden = false;
  const { size, card } = state.layout;
  const last = pile === null ? undefined : topOf(state, pile);
  const x = last ? last.x + card.width / 2 : size.width / 2;
  const y = last ? last.y + card.height * 0.6 : size.height / 2;
  const [width, height] = [notice.offsetWidth, notice.offsetHeight];
  notice.style.left = `${within(x - width / 2, size.width - width)}px`;
  notice.style.top = `${within(y, size.height - height)}px`;
  clearTimeout(timers.get(state));
  timers.set(state, setTimeout(() => hideNotice(state), SHOWN_FOR));
}

/**
 * A link of its own on a table that takes every press for a card.
 * @param {string} address
 * @param {string} text
 */
function link(address, text) {
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.target = "_blank";
  anchor.textContent = text;
  for (const press of ["pointerdown", "keydown"]) {
    anchor.addEventListener(press, (event) => event.stopPropagation());
  }
  return anchor;
}

/**
 * The upper left corner of a pile's last card, or of its empty place.
 * @param {State} state
 * @param {string} pile
 * @returns {Point | undefined}
 */
function topOf({ layout, piles }, pile) {
  return spread(layout, pile, piles.get(pile) ?? []).at(-1) ?? layout.places.get(pile);
}

/**
 * Opens the rule behind the last refusal, also when its sentence has gone.
 * @param {State} state
 */
export function followNotice({ dom }) {
  dom.notice.querySelector("a")?.click();
}

/** @param {State} state */
export function hideNotice(state) {
  clearTimeout(timers.get(state));
  state.dom.notice.hidden = true;
}

/** @param {number} value @param {number} most */
function within(value, most) {
  return Math.round(Math.max(8, Math.min(value, most - 8)));
}
