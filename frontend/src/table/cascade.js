/**
 * The last cards go home one after another, in the order in which they lie there.
 * @module
 */

/** @import { Point } from "./types.js" */
/** @import { Lying } from "./plan.js" */

/**
 * One card on its way.
 * @typedef {object} Flight
 * @property {number} id
 * @property {Point} from
 * @property {Point} to
 * @property {number} order height in the pile it leaves
 * @property {number} start milliseconds from the first card's start
 */

/** Milliseconds between two cards, at first and at last: it gathers speed. */
const FIRST = 60;
const LAST = 40;

/**
 * @param {Map<number, Lying>} before
 * @param {Map<number, Lying>} after
 * @returns {Flight[]} in the order of their starts
 */
export function cascade(before, after) {
  const moving = [...after].flatMap(([id, to]) => {
    const from = before.get(id);
    return from && (from.x !== to.x || from.y !== to.y) ? [{ id, from, to }] : [];
  });
  moving.sort((a, b) => a.to.order - b.to.order || a.to.x - b.to.x || a.to.y - b.to.y);
  const slope = (LAST - FIRST) / Math.max(moving.length - 1, 1);
  return moving.map(({ id, from, to }, i) => ({
    id,
    from: { x: from.x, y: from.y },
    to: { x: to.x, y: to.y },
    order: from.order,
    start: Math.round(i * FIRST + (slope * i * i) / 2),
  }));
}
