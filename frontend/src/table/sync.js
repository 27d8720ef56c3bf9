/**
 * What is shown versus what is confirmed: a move shows at once and stays until the server's next board or refusal.
 * @module
 */

/** @import { HeadlessState } from "./state.js" */
/** @import { View } from "./types.js" */
import { cardsOf, expected, foreseen, lay } from "./board.js";
import { parseMove } from "./notation.js";

/**
 * Takes a server board and replays on top the actions that it does not contain yet.
 * @param {HeadlessState} state
 * @param {View | null} view
 * @param {number} pending number of the latest actions that the board does not contain
 */
export function confirm(state, view, pending) {
  state.server.board = view;
  state.server.moves = view ? view.moves.flatMap((text) => parseMove(text) ?? []) : [];
  state.server.outstanding = pending > 0 ? state.server.outstanding.slice(-pending) : [];
  show(state, view ? ahead(state, lay(state.piles, view)) : new Map());
}

/**
 * Shows an action of the player before the server has answered.
 * @param {HeadlessState} state
 * @param {string} action a move, "deal", "undo", "collect" or a card
 */
export function assume(state, action) {
  state.server.outstanding = [...state.server.outstanding, action];
  show(state, ahead(state, state.server.board ? lay(state.piles, state.server.board) : state.piles));
}

/**
 * Returns to the server's last board.
 * @param {HeadlessState} state
 * @param {number} pending number of the latest actions that stand
 */
export function retract(state, pending) {
  state.deferred = [];
  state.undone = [];
  state.forgotten = 0;
  confirm(state, state.server.board, pending);
}

/**
 * @param {HeadlessState} state
 * @param {HeadlessState["piles"]} piles those of the server's board
 */
function ahead(state, piles) {
  return expected(piles, foreseen(state, piles));
}

/**
 * Shows other piles; cards in hand stay there if they still exist.
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
  if (!kept(state.hand.unit)) state.hand.unit = null;
  if (state.hand.drag && !kept(state.hand.drag.unit)) state.hand.drag = null;
}
