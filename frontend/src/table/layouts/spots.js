/**
 * The vocabulary of a game's layout.
 * @module
 */

/** @import { Fan } from "../types.js" */

/**
 * Where a pile lies, in columns, card heights and gaps from the upper left corner. A fan runs to the edge of the
 * table, or for `length` cards, and stays on its side for the left hand, unless it has a `span`.
 * @typedef {object} Spot
 * @property {number} column
 * @property {number} [cards]
 * @property {number} [gaps]
 * @property {number} [lines] of captions above it
 * @property {Fan} [fan]
 * @property {number} [length]
 * @property {number} [last] how many cards are spread; those under them are squared up
 * @property {number} [span] how many columns a fan takes that changes sides for the left hand, as squared-up piles do
 */

/**
 * One way to lay out a game. The card becomes as large as `across` card widths and `down` card heights allow.
 * @typedef {object} Arrangement
 * @property {number} columns
 * @property {number} [across] card widths that must fit, if more than the columns
 * @property {number} down card heights that must fit
 * @property {number} gaps number of gaps between them
 * @property {number} [lines] number of captions between them
 * @property {boolean} [centred] in the height
 * @property {Record<string, Spot>} spots
 */

/** @typedef {{ wide: Arrangement, tall: Arrangement }} Shapes */

/**
 * @typedef {Shapes & { larger?: Shapes, wideFrom?: number }} GameLayout larger: for boards with piles for which the others
 * have no place; wideFrom: the ratio of width to height from which it is laid out wide
 */

export const SUITS = ["c", "d", "h", "s"];

/**
 * Neighbouring piles from left to right.
 * @param {readonly string[]} names
 * @param {Spot} first
 * @returns {Record<string, Spot>}
 */
export function across(names, first) {
  return Object.fromEntries(names.map((name, index) => [name, { ...first, column: first.column + index }]));
}

/**
 * Squared-up piles one below the other, from the top.
 * @param {readonly string[]} names
 * @param {number} column
 * @returns {Record<string, Spot>}
 */
export function stacked(names, column) {
  return Object.fromEntries(names.map((name, index) => [name, { column, cards: index, gaps: index }]));
}

/**
 * "t", 3 is t1 t2 t3.
 * @param {string} kind
 * @param {number} count
 * @returns {string[]}
 */
export function numbered(kind, count) {
  return Array.from({ length: count }, (_, index) => `${kind}${index + 1}`);
}

/** Names of the four foundations. */
export const FOUNDATIONS = SUITS.map((suit) => `f${suit}`);
