/**
 * Agnes Sorel: seven columns; foundations, stock and hand beside them, or above them on a narrow table.
 * @module
 */

/** @import { GameLayout } from "./spots.js" */
import { FOUNDATIONS, across, numbered, stacked } from "./spots.js";

/** @type {GameLayout} */
export const agnesSorel = {
  wide: {
    columns: 9,
    down: 4,
    gaps: 3,
    spots: {
      ...stacked(FOUNDATIONS, 0),
      ...across(numbered("t", 7), { column: 1, fan: "down" }),
      ...stacked(["s", "h1", "h2"], 8),
    },
  },
  tall: {
    columns: 7,
    down: 3.6,
    gaps: 1,
    spots: {
      ...across(FOUNDATIONS, { column: 0 }),
      ...across(["h1", "h2", "s"], { column: 4 }),
      ...across(numbered("t", 7), { column: 0, cards: 1, gaps: 1, fan: "down" }),
    },
  },
};
