/**
 * What the page may ask of a table.
 * @module
 */

/** @import { Refusal, Update } from "./types.js" */
/** @import { State } from "./state.js" */
import { anim, cut } from "./anim.js";
import { revealed } from "./describe.js";
import { arrange } from "./layout.js";
import { focus } from "./keyboard.js";
import { parseMove } from "./notation.js";
import { hideNotice, showNotice } from "./notice.js";
import { collectNext } from "./play.js";
import { render } from "./render.js";
import { confirm, retract } from "./sync.js";

/**
 * @param {State} state
 * @param {Update} update
 */
export function set(state, { game, board, pending = 0 }) {
  const before = state.piles;
  const outcome = state.confirmed?.outcome ?? null;
  anim(() => {
    state.game = game ?? state.game;
    state.layout = arrange(state.game, state.layout.size, Object.keys(board?.piles ?? {}));
    confirm(state, board, pending);
  }, state);
  const news = before.size ? revealed(state.strings, before, state.piles) : "";
  if (news) state.events.announce(news);
  if (board?.outcome && board.outcome !== outcome) {
    state.events.announce(board.outcome === "won" ? state.strings.won : state.strings.stuck);
  }
  collectNext(state);
}

/**
 * @param {State} state
 * @param {Refusal} refusal
 */
export function refuse(state, { move, source, target, detail, why }) {
  const parsed = move === undefined ? null : parseMove(move);
  const from = source ?? parsed?.source ?? (move === "deal" ? "s" : null);
  const to = target ?? parsed?.target ?? null;
  anim(() => retract(state), state);
  showNotice(state, to && state.layout.places.has(to) ? to : from, detail, why);
  state.events.announce(detail);
}

/**
 * @param {State} state
 * @param {boolean} locked
 */
export function lock(state, locked) {
  if (state.locked === locked) return;
  state.locked = locked;
  if (locked) {
    state.held = null;
    state.drag = null;
    state.collecting = false;
  }
  state.dom.root.classList.toggle("locked", locked);
  render(state);
}

/** @param {State} state */
export function focusTable(state) {
  focus(state, state.cursor ?? (state.layout.places.has("t1") ? "t1" : [...state.layout.places.keys()][0]));
}

/** @param {State} state */
export function destroy(state) {
  cut(state);
  hideNotice(state);
  state.drag = null;
  state.dom.root.replaceChildren();
  state.dom.root.classList.remove("card-table", "locked");
}
