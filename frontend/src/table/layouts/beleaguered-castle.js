/**
 * Beleaguered Castle. On a wide table the foundations are the middle column, with a wing of four rows, fanned outwards,
 * on either side; on a narrow one they stand over eight columns, which may grow to the lower edge.
 * @module
 */

/** @import { GameLayout } from "./spots.js" */
import { FOUNDATIONS, across, numbered, stacked } from "./spots.js";

/** @type {GameLayout} */
export const beleagueredCastle = {
  wide: {
    columns: 3,
    across: 8.4,
    down: 4,
    gaps: 3,
    centred: true,
    spots: {
      ...wing(["t1", "t2", "t3", "t4"], 0, "left"),
      ...stacked(FOUNDATIONS, 1),
      ...wing(["t5", "t6", "t7", "t8"], 2, "right"),
    },
  },
  tall: {
    columns: 8,
    down: 3.8,
    gaps: 1,
    spots: {
      ...across(FOUNDATIONS, { column: 2 }),
      ...across(numbered("t", 8), { column: 0, cards: 1, gaps: 1, fan: "down" }),
    },
  },
};

/**
 * Four rows, fanned away from the middle.
 * @param {readonly string[]} names
 * @param {number} column
 * @param {"left" | "right"} fan
 */
function wing(names, column, fan) {
  return Object.fromEntries(Object.entries(stacked(names, column)).map(([name, spot]) => [name, { ...spot, fan }]));
}
