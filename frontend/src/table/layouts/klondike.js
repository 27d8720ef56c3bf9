/**
 * Klondike: seven columns; foundations, stock and waste beside or above them. The last three cards of the waste are seen.
 * @module
 */

/** @import { GameLayout } from "./spots.js" */
import { FOUNDATIONS, across, numbered, stacked } from "./spots.js";

/** @type {GameLayout} */
export const klondike = {
  wide: {
    columns: 9,
    down: 4,
    gaps: 3,
    spots: {
      ...stacked(FOUNDATIONS, 0),
      ...across(numbered("t", 7), { column: 1, fan: "down" }),
      s: { column: 8 },
      w: { column: 8, cards: 1, gaps: 1, fan: "down", length: 1.9, last: 3, span: 1 },
    },
  },
  tall: {
    columns: 7,
    down: 3.9,
    gaps: 1,
    spots: {
      ...across(FOUNDATIONS, { column: 0 }),
      w: { column: 4, fan: "right", length: 1.9, last: 3, span: 2 },
      s: { column: 6 },
      ...across(numbered("t", 7), { column: 0, cards: 1, gaps: 1, fan: "down" }),
    },
  },
};
