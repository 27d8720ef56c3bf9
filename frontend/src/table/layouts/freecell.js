/**
 * FreeCell: eight columns between foundations and cells, or under both on a narrow table. A fifth and a sixth cell need
 * a second row of them, or column.
 * @module
 */

/** @import { Arrangement, GameLayout } from "./spots.js" */
import { FOUNDATIONS, across, numbered, stacked } from "./spots.js";

const CELLS = numbered("c", 4);
const MANY_CELLS = numbered("c", 6);
const COLUMNS = numbered("t", 8);

/** @type {Arrangement} */
const wide = {
  columns: 10,
  down: 4,
  gaps: 3,
  spots: {
    ...stacked(FOUNDATIONS, 0),
    ...across(COLUMNS, { column: 1, fan: "down" }),
    ...stacked(CELLS, 9),
  },
};

/** @type {Arrangement} */
const tall = {
  columns: 8,
  down: 3.9,
  gaps: 1,
  spots: {
    ...across(FOUNDATIONS, { column: 0 }),
    ...across(CELLS, { column: 4 }),
    ...across(COLUMNS, { column: 0, cards: 1, gaps: 1, fan: "down" }),
  },
};

/** @type {GameLayout} */
export const freecell = {
  // Ten columns need more than a nearly square table, to be touched.
  wideFrom: 1.25,
  wide,
  tall,
  larger: {
    wide: {
      ...wide,
      columns: 11,
      spots: { ...wide.spots, ...stacked(MANY_CELLS.slice(0, 3), 9), ...stacked(MANY_CELLS.slice(3), 10) },
    },
    tall: {
      ...tall,
      down: 4.9,
      gaps: 2,
      spots: {
        ...across(FOUNDATIONS, { column: 2 }),
        ...across(MANY_CELLS, { column: 1, cards: 1, gaps: 1 }),
        ...across(COLUMNS, { column: 0, cards: 2, gaps: 2, fan: "down" }),
      },
    },
  },
};
