/**
 * The difference of two positions as a plan of movements; no DOM.
 * @module
 */

/** @import { Point } from "./types.js" */
/** @import { HeadlessState } from "./state.js" */
import { cardsOf } from "./board.js";
import { fanned } from "./fans.js";
import { HIDDEN } from "./notation.js";

/** @typedef {Point & { face: string, order: number }} Lying a card's corner, what it shows, its height in the pile */

/**
 * How one card gets from where it was to where it is.
 * @typedef {object} Step
 * @property {number} id
 * @property {Point} from
 * @property {Point} to
 * @property {number} order height in its new pile
 * @property {boolean} turns the face comes up on the way
 * @property {number} delay part of the whole time before it starts, 0 to 1
 */

/** A few cards set off one after another, but the last of them is never late by more than this part of the time. */
const LATEST = 0.4;

/**
 * Where every card lies now, the cards under the pointer included.
 * @param {HeadlessState} state
 * @returns {Map<number, Lying>}
 */
export function lying(state) {
  /** @type {Map<number, Lying>} */
  const found = new Map();
  for (const [pile, cards] of state.piles) {
    fanned(state.layout, pile, cards).points.forEach((point, index) => {
      found.set(cards[index].id, { ...point, face: cards[index].face, order: index });
    });
  }
  const { drag } = state.hand;
  if (drag?.started && drag.unit) {
    for (const { id } of cardsOf(state.piles, drag.unit)) {
      const place = found.get(id);
      if (place) {
        place.x += drag.at.x - drag.start.x;
        place.y += drag.at.y - drag.start.y;
      }
    }
  }
  return found;
}

/**
 * What must move to turn one position into the other. Cards with the same path move as one; different paths start
 * one after another.
 * @param {Map<number, Lying>} before
 * @param {Map<number, Lying>} after
 * @param {Point} origin where cards come from that were not on the table
 * @returns {Step[]}
 */
export function plan(before, after, origin) {
  /** @type {Step[]} */
  const steps = [];
  for (const [id, to] of after) {
    const from = before.get(id) ?? { ...origin, face: to.face };
    const turns = from.face === HIDDEN && to.face !== HIDDEN;
    if (turns || from.x !== to.x || from.y !== to.y) {
      steps.push({ id, from: { x: from.x, y: from.y }, to: { x: to.x, y: to.y }, order: to.order, turns, delay: 0 });
    }
  }
  const ways = [...new Set(steps.map(way))];
  for (const step of steps) {
    step.delay = (LATEST * ways.indexOf(way(step))) / Math.max(ways.length - 1, 4);
  }
  return steps;
}

/**
 * @param {Step} step
 * @returns {string}
 */
function way({ from, to }) {
  return `${to.x - from.x} ${to.y - from.y}`;
}
