/**
 * Agnes Bernauer: seven reserve piles over seven columns; foundations, stock and hand beside or above them.
 * @module
 */

/** @import { GameLayout } from "./spots.js" */
import { FOUNDATIONS, across, numbered, stacked } from "./spots.js";

/** Heights of the reserve: four cards, each with its index to be seen; small faces have larger ones. */
const WIDE = 1.55;
const TALL = 1.92;

/** @type {GameLayout} */
export const agnesBernauer = {
  wide: {
    columns: 9,
    down: 4,
    gaps: 3,
    spots: {
      ...stacked(FOUNDATIONS, 0),
      ...across(numbered("r", 7), { column: 1, lines: 1, fan: "down", length: WIDE }),
      ...across(numbered("t", 7), { column: 1, cards: WIDE, gaps: 1, lines: 1, fan: "down" }),
      ...stacked(["s", "h1", "h2"], 8),
    },
  },
  tall: {
    columns: 7,
    down: 2.3 + 1 + TALL,
    gaps: 2,
    lines: 1,
    spots: {
      ...across(FOUNDATIONS, { column: 0 }),
      ...across(["h1", "h2", "s"], { column: 4 }),
      ...across(numbered("r", 7), { column: 0, cards: 1, gaps: 1, lines: 1, fan: "down", length: TALL }),
      ...across(numbered("t", 7), { column: 0, cards: 1 + TALL, gaps: 2, lines: 1, fan: "down" }),
    },
  },
};
