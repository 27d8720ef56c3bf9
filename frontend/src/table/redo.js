/**
 * What was undone and can be played again, as long as nothing else is played. Only the moves travel: to the server,
 * and in the record, a redo is the same move once more.
 * @module
 */

/** @import { View } from "./types.js" */
/** @import { HeadlessState } from "./state.js" */
import { HIDDEN, moveText, parseMove } from "./notation.js";

/**
 * Whether there is something to redo, or will be once an undo is answered.
 * @param {HeadlessState} state
 */
export function canRedo({ undone, server: { outstanding } }) {
  return undone.length > 0 || outstanding.includes("undo");
}

/**
 * The player has played something else: neither what was undone nor what is being undone comes back.
 * @param {HeadlessState} state
 */
export function forget(state) {
  state.undone = [];
  state.forgotten = state.server.outstanding.filter((action) => action === "undo").length;
}

/**
 * Learns from a board what an undo took back.
 * @param {HeadlessState} state
 * @param {View | null} earlier the board before
 * @param {readonly string[]} done the player's actions between the two
 */
export function remember(state, earlier, done) {
  const { board } = state.server;
  if (!board || !earlier) return;
  /** @type {string[]} */
  const played = [];
  for (const action of done) {
    if (action !== "undo") played.push(action);
    else if (state.forgotten > 0) state.forgotten -= 1;
    else {
      const last = played.pop() ?? (done.length === 1 ? undoneBetween(earlier, board) : "");
      // Without knowing each of them, none can be played again in its turn.
      state.undone = last === "deal" || parseMove(last) ? [...state.undone, last] : [];
    }
  }
  // Another tab has played.
  if (!done.length && JSON.stringify(earlier.piles) !== JSON.stringify(board.piles)) state.undone = [];
}

/**
 * The move between two boards, the one before the undo and the one after it.
 * @param {View} before
 * @param {View} after
 * @returns {string} "" if it is none that can be played again
 */
export function undoneBetween(before, after) {
  // Nothing else changes the stock.
  if (cardsIn(after, "s").length !== cardsIn(before, "s").length) return "deal";
  const moves = shiftsBetween(before, after);
  const [move] = moves;
  if (!move || moves.some(({ source, target }) => source !== move.source || target !== move.target)) return "";
  return moveText({ ...move, count: moves.length });
}

/**
 * Where each card that undos moved lies after them, and where it lay before.
 * @param {View} before
 * @param {View} after
 * @returns {{ source: string, target: string }[]}
 */
export function shiftsBetween(before, after) {
  const from = pilesByFace(after);
  return [...pilesByFace(before)].flatMap(([face, target]) => {
    const source = from.get(face);
    return source && source !== target ? [{ source, target }] : [];
  });
}

/** @param {View} view @param {string} pile */
export function cardsIn({ piles }, pile) {
  return (piles[pile] ?? "").split(" ").filter(Boolean);
}

/** @param {View} view */
function pilesByFace(view) {
  const open = Object.keys(view.piles).flatMap((pile) =>
    cardsIn(view, pile).filter((face) => face !== HIDDEN).map((face) => /** @type {const} */ ([face, pile])),
  );
  return new Map(open);
}
