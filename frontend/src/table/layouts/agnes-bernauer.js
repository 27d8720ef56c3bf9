/**
 * Agnes Bernauer: seven reserve piles over seven columns; foundations, stock and hand beside or above them.
 * @module
 */

/** @import { GameLayout } from "./spots.js" */
import { FOUNDATIONS, across, numbered, stacked } from "./spots.js";

const RESERVE = 1.55;

/** @type {GameLayout} */
export const agnesBernauer = {
  wide: {
    columns: 9,
    down: 4,
    gaps: 3,
    spots: {
      ...stacked(FOUNDATIONS, 0),
      ...across(numbered("r", 7), { column: 1, fan: "down", length: RESERVE }),
      ...across(numbered("t", 7), { column: 1, cards: RESERVE, gaps: 1, fan: "down" }),
      ...stacked(["s", "h1", "h2"], 8),
    },
  },
  tall: {
    columns: 7,
    down: 2.4 + 1 + RESERVE,
    gaps: 2,
    spots: {
      ...across(FOUNDATIONS, { column: 0 }),
      ...across(["h1", "h2", "s"], { column: 4 }),
      ...across(numbered("r", 7), { column: 0, cards: 1, gaps: 1, fan: "down", length: RESERVE }),
      ...across(numbered("t", 7), { column: 0, cards: 1 + RESERVE, gaps: 2, fan: "down" }),
    },
  },
};
