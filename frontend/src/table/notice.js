/**
 * A sentence next to a pile: why a move was refused.
 * @module
 */

/** @import { State } from "./state.js" */

const SHOWN_FOR = 4500;

/** @type {WeakMap<State, ReturnType<typeof setTimeout>>} */
const timers = new WeakMap();

/**
 * @param {State} state
 * @param {string | null} pile null: in the middle of the table
 * @param {string} sentence
 */
export function showNotice(state, pile, sentence) {
  const { notice } = state.dom;
  notice.textContent = sentence;
  notice.hidden = false;
  const { size, card, places } = state.layout;
  const place = pile === null ? undefined : places.get(pile);
  const length = Math.min(state.piles.get(pile ?? "")?.length ?? 0, 1);
  const [x, y] = place
    ? [place.x + card.width / 2, place.y + card.height * (length ? 0.6 : 0.5)]
    : [size.width / 2, size.height / 2];
  const [width, height] = [notice.offsetWidth, notice.offsetHeight];
  notice.style.left = `${within(x - width / 2, size.width - width)}px`;
  notice.style.top = `${within(y, size.height - height)}px`;
  clearTimeout(timers.get(state));
  timers.set(state, setTimeout(() => hideNotice(state), SHOWN_FOR));
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
