/**
 * Moves as text: source, target, and how many cards.
 * @module
 */

/** @import { Move } from "./types.js" */

const MOVE = /^(t[1-8]|r[1-7]|h[12]|f[cdhs]|c[1-6]|w)(t[1-8]|f[cdhs]?|c[1-6]?)(?:x([1-9]\d?))?$/;

const CARD = /^[A2-9TJQK][CDHS]$/;

export const HIDDEN = "??";

/** The action that sends home every card that no column will miss. */
export const COLLECT = "collect";

/**
 * Whether an action names a card and leaves its best move to the server.
 * @param {string} action
 */
export function isCard(action) {
  return CARD.test(action);
}

/**
 * Reads a move.
 * @param {string} text "t3t5x2"
 * @returns {Move | null} null for "deal", "undo" and what is no move at all
 */
export function parseMove(text) {
  const match = MOVE.exec(text);
  return match && { source: match[1], target: targetText(match[2]), count: Number(match[3] ?? 1) };
}

/**
 * Writes a move.
 * @param {Move} move any foundation as target is written "f", and any cell "c"
 * @returns {string}
 */
export function moveText({ source, target, count }) {
  return source + targetText(target) + (count > 1 ? `x${count}` : "");
}

/**
 * A move doesn't choose among foundations, since the card does, or among cells, since they are alike.
 * @param {string} pile
 */
export function targetText(pile) {
  return isFoundation(pile) || isCell(pile) ? pile[0] : pile;
}

/** @param {string} pile */
export function isFoundation(pile) {
  return pile.startsWith("f");
}

/** @param {string} pile */
export function isColumn(pile) {
  return pile.startsWith("t");
}

/** @param {string} pile */
export function isReserve(pile) {
  return pile.startsWith("r");
}

/** @param {string} pile */
export function isCell(pile) {
  return pile.startsWith("c");
}
