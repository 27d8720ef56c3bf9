/**
 * What the page may ask of a table.
 * @module
 */

/** @import { Preferences, Refusal, Update } from "./types.js" */
/** @import { State } from "./state.js" */
import { gettext } from "../lib/gettext.js";
import { anim, cut } from "./anim.js";
import { revealed } from "./describe.js";
import { focus } from "./keyboard.js";
import { parseMove } from "./notation.js";
import { hideNotice, showNotice } from "./notice.js";
import { collectNext, grantWishes } from "./play.js";
import { render } from "./render.js";
import { rearrange } from "./state.js";
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
    rearrange(state, state.layout.size, Object.keys(board?.piles ?? {}));
    confirm(state, board, pending);
  }, state);
  const news = before.size ? revealed(before, state.piles) : "";
  if (news) state.events.announce(news);
  if (board?.outcome && board.outcome !== outcome) {
    state.events.announce(board.outcome === "won" ? gettext("The game is won.") : gettext("No move is left."));
  }
  grantWishes(state);
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
 * @param {Preferences} preferences
 */
export function prefer(state, preferences) {
  const { hand } = state.preferences;
  Object.assign(state.preferences, preferences);
  if (state.preferences.hand === hand) return;
  anim(() => rearrange(state, state.layout.size), state);
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
    state.wishes = [];
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
