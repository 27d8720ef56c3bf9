/**
 * What is shown against what is confirmed: a move shows at once and stays until the server's next board or refusal.
 * @module
 */

/** @import { HeadlessState } from "./state.js" */
/** @import { View } from "./types.js" */
import { cardsOf, expected, lay } from "./board.js";
import { parseMove } from "./notation.js";

/**
 * Takes a board of the server and lays the actions that it does not contain yet on top.
 * @param {HeadlessState} state
 * @param {View | null} view
 * @param {number} pending number of the latest actions that the board does not contain
 */
export function confirm(state, view, pending) {
  state.confirmed = view;
  state.moves = view ? view.moves.flatMap((text) => parseMove(text) ?? []) : [];
  state.outstanding = pending > 0 ? state.outstanding.slice(-pending) : [];
  show(state, view ? expected(lay(state.piles, view), state.outstanding) : new Map());
}

/**
 * Shows an action of the player before the server has answered.
 * @param {HeadlessState} state
 * @param {string} action a move, "deal" or "undo"
 */
export function assume(state, action) {
  state.outstanding = [...state.outstanding, action];
  const base = state.confirmed ? lay(state.piles, state.confirmed) : state.piles;
  show(state, expected(base, state.outstanding));
}

/**
 * Goes back to the last board of the server.
 * @param {HeadlessState} state
 */
export function retract(state) {
  state.collecting = false;
  state.wishes = [];
  confirm(state, state.confirmed, 0);
}

/**
 * Shows other piles; what the player holds stays in the hand if it is still there.
 * @param {HeadlessState} state
 * @param {HeadlessState["piles"]} piles
 */
function show(state, piles) {
  const before = state.piles;
  state.piles = piles;
  state.hint = null;
  /** @param {import("./types.js").Unit | null | undefined} unit */
  const kept = (unit) => {
    if (!unit) return false;
    const ids = cardsOf(before, unit).map(({ id }) => id);
    const now = cardsOf(piles, unit).map(({ id }) => id);
    return ids.length > 0 && ids.join() === now.join();
  };
  if (!kept(state.held)) state.held = null;
  if (state.drag && !kept(state.drag.unit)) state.drag = null;
}
