/**
 * Applegate: seven long columns; the places of the removed runs on one side, the reserve on the other.
 * @module
 */

/** @import { GameLayout } from "./spots.js" */
import { FOUNDATIONS, across, numbered, stacked } from "./spots.js";

/** @type {GameLayout} */
export const applegate = {
  wide: {
    columns: 9,
    down: 4,
    gaps: 3,
    spots: {
      ...stacked(FOUNDATIONS, 0),
      ...across(numbered("t", 7), { column: 1, fan: "down" }),
      ...stacked(numbered("r", 3), 8),
    },
  },
  tall: {
    columns: 7,
    down: 3.8,
    gaps: 1,
    lines: 1,
    spots: {
      ...across(FOUNDATIONS, { column: 0 }),
      ...across(numbered("r", 3).toReversed(), { column: 4 }),
      ...across(numbered("t", 7), { column: 0, cards: 1, gaps: 1, lines: 1, fan: "down" }),
    },
  },
};
