/**
 * How the cards of each pile lie, found out once: most answers change two piles, and those of the others stay.
 * @module
 */

/** @import { Card, Layout, Point } from "./types.js" */
import { indexScale, spread } from "./layout.js";

/** @typedef {{ layout: Layout, pile: string, points: readonly Point[], index: string }} Fanned corners and index scale */

/** @type {WeakMap<readonly Card[], Fanned>} */
const found = new WeakMap();

/**
 * @param {Layout} layout
 * @param {string} pile
 * @param {readonly Card[]} cards
 * @returns {Fanned}
 */
export function fanned(layout, pile, cards) {
  const known = found.get(cards);
  if (known?.layout === layout && known.pile === pile) return known;
  const fan = { layout, pile, points: spread(layout, pile, cards), index: indexScale(layout, pile, cards) };
  found.set(cards, fan);
  return fan;
}
