/**
 * The back of a card: a lattice of leaves inside a frame.
 * @module
 */

/** @import { Drawing } from "../src/lib/draw.js" */

/**
 * The drawing of a back, on the same 100 by 140 units as the faces.
 * @returns {Drawing}
 */
export function cardBack() {
  /** @type {Drawing[]} */
  const leaves = [];
  for (let row = 0; row < 9; row += 1) {
    for (let column = 0; column < 6; column += 1) {
      const x = 50 + (column - 2.5) * 14;
      const y = 70 + (row - 4) * 14;
      const turn = (row + column) % 2 ? 45 : -45;
      leaves.push(["path", { class: "leaf", d: LEAF, transform: `translate(${x} ${y}) rotate(${turn})` }]);
    }
  }
  return [
    "svg",
    { class: "back", viewBox: "0 0 100 140", "aria-hidden": "true" },
    ["rect", { class: "frame", x: 5, y: 5, width: 90, height: 130, rx: 5 }],
    ...leaves,
  ];
}

const LEAF = "M0-6.500C3.6-3 3.6 3 0 6.5-3.6 3-3.6-3 0-6.500Z";
