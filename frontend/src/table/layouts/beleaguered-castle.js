/**
 * Beleaguered Castle: the foundations in the middle column and a wing on either side. On a wide table a wing is four
 * rows fanned outwards; on a narrow one it is two by two columns.
 * @module
 */

/** @import { GameLayout } from "./spots.js" */
import { FOUNDATIONS, across, stacked } from "./spots.js";

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
    columns: 5,
    down: 5.6,
    gaps: 1,
    spots: {
      ...across(["t1", "t2"], { column: 0, fan: "down", until: 0.5 }),
      ...across(["t3", "t4"], { column: 0, fan: "down", share: 0.5 }),
      ...Object.fromEntries(FOUNDATIONS.map((name, index) => [name, { column: 2, share: index / 4 }])),
      ...across(["t5", "t6"], { column: 3, fan: "down", until: 0.5 }),
      ...across(["t7", "t8"], { column: 3, fan: "down", share: 0.5 }),
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
