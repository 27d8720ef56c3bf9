/**
 * What a page may ask of a table.
 * @module
 */

/** @import { Preferences, Refusal, Update, View } from "./types.js" */
/** @import { State } from "./state.js" */
import { gettext } from "../lib/gettext.js";
import { anim, cut, shake } from "./anim.js";
import { unitOf } from "./board.js";
import { outcomes, revealed, summary, turnedOver, undoSentence } from "./describe.js";
import { hear } from "./hear.js";
import { focus } from "./keyboard.js";
import { parseMove } from "./notation.js";
import { hideNotice, say } from "./notice.js";
import { grantWishes, sayIfParked } from "./play.js";
import { remember } from "./redo.js";
import { render } from "./render.js";
import { rearrange } from "./state.js";
import { confirm, retract } from "./sync.js";

/**
 * @param {State} state
 * @param {Update} update
 */
export function set(state, { game, board, pending = 0, cascade = false, still = false }) {
  const before = state.piles;
  const { board: earlier, outstanding } = state.server;
  const outcome = state.server.board?.outcome ?? null;
  anim(() => {
    state.game = game ?? state.game;
    rearrange(state, state.layout.size, Object.keys(board?.piles ?? {}));
    confirm(state, board, pending);
  }, state, { isLast: cascade, isStill: still });
  if (!cascade) hear(state, before);
  const done = outstanding.slice(0, outstanding.length - state.server.outstanding.length);
  const turned = before.size ? revealed(before, state.piles) : [];
  if (turned.length) state.turned = turned.map(({ sentence }) => sentence).join(" ");
  // The server has put a card into a cell that was tapped while it still answered.
  for (const action of done) sayIfParked(state, action);
  const news =
    earlier && done.at(-1) === "undo"
      ? [undoSentence(state, earlier)]
      : [outcomes(state, earlier, done), turnedOver(state, earlier, done), summary(turned, state.focus.byKey)];
  if (news.some(Boolean)) state.events.announce(news.filter(Boolean).join(" "));
  if (board?.outcome && board.outcome !== outcome) {
    state.events.announce(outcomeSentence(board));
  }
  remember(state, earlier, done);
  grantWishes(state);
}

/**
 * @param {View} board
 * @returns {string}
 */
function outcomeSentence({ outcome, undo }) {
  if (outcome === "won") return gettext("The game is won.");
  return undo ? gettext("No move is left. You can undo.") : gettext("No move is left.");
}

/**
 * @param {State} state
 * @param {Refusal} refusal
 */
export function refuse(state, { move = "", detail, why, pending = 0 }) {
  const wasShown = state.server.outstanding.includes(move);
  const parsed = parseMove(move);
  anim(() => retract(state, pending), state);
  // What was known to be illegal has been shaken and heard when it was dropped.
  if (wasShown || !parsed) {
    const unit = parsed ? { pile: parsed.source, count: parsed.count } : unitOf(state.piles, move);
    if (unit) shake(state, unit);
    state.events.sound("refused");
  }
  say(state, detail, why);
}

/**
 * @param {State} state
 * @param {Preferences} preferences
 */
export function prefer(state, preferences) {
  const { hand } = state.preferences;
  Object.assign(state.preferences, preferences);
  // The table in words may have been opened.
  if (state.preferences.hand === hand) return render(state);
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
    state.hand.unit = null;
    state.hand.drag = null;
    state.deferred = [];
  }
  state.dom.root.classList.toggle("locked", locked);
  render(state);
}

/**
 * Waits until the cards lie still, or are put where they belong by the next change.
 * @param {State} state
 */
export async function settled({ dom }) {
  await Promise.allSettled([...dom.animations.values()].flat().map(({ finished }) => finished));
}

/** @param {State} state */
export function focusTable(state) {
  focus(state, state.focus.pile ?? (state.layout.places.has("t1") ? "t1" : [...state.layout.places.keys()][0]));
}

/** @param {State} state */
export function destroy(state) {
  cut(state);
  hideNotice(state);
  state.dom.notice.remove();
  state.hand.drag = null;
  state.dom.root.replaceChildren();
  state.dom.root.classList.remove("card-table", "locked");
}
