/**
 * Boards for the tests of the table, small enough to be read.
 * @module
 */

/** @import { View } from "../../frontend/src/table/types.js" */
/** @import { HeadlessState } from "../../frontend/src/table/state.js" */
import { headless } from "../../frontend/src/table/state.js";
import { confirm } from "../../frontend/src/table/sync.js";

/**
 * @param {Partial<View>} parts
 * @returns {View}
 */
export function view(parts) {
  return {
    piles: {},
    moves: [],
    safe: [],
    accepts: { t: "6", f: "7" },
    progress: 1,
    undo: false,
    outcome: null,
    ...parts,
  };
}

/** An Agnes Sorel board with two columns, a stock of three and a heart on its foundation. */
export const SMALL = view({
  piles: { t1: "5C 9D 8D", t2: "9H", t3: "", fc: "", fd: "", fh: "7H", fs: "", s: "?? ?? ??" },
  moves: ["t1t2", "t1t3x2", "t1t3", "t1f", "t2t3", "deal"],
});

/** A FreeCell board with two empty cells of three. */
export const CELLS = view({
  piles: { t1: "5C 9D 8S", t2: "9H", t3: "", fc: "", fd: "", fh: "", fs: "", c1: "KD", c2: "", c3: "" },
  moves: ["t1t2", "t1t3", "t1c", "t2c", "t2t3", "c1t3"],
  accepts: { t: "*", f: "A" },
});

/** A Klondike board with three cards in the waste, and three in the stock. */
export const WASTE = view({
  piles: { t1: "?? 9D", t2: "9H", fc: "", fd: "", fh: "", fs: "", s: "?? ?? ??", w: "4S 2D 8C" },
  moves: ["wt1", "wt2", "deal"],
  accepts: { t: "K", f: "A" },
});

/**
 * A table without a page that shows a board.
 * @param {View} board
 * @param {string} [game]
 * @returns {HeadlessState}
 */
export function table(board, game = "agnes-sorel") {
  const state = headless({ game, board }, { width: 1280, height: 720 });
  confirm(state, board, 0);
  return state;
}

/**
 * The faces of a pile as the server writes them.
 * @param {HeadlessState} state
 * @param {string} pile
 */
export function faces(state, pile) {
  return (state.piles.get(pile) ?? []).map(({ face }) => face).join(" ");
}
