/**
 * The four suit marks, each in a box of 20 by 20 around the origin.
 * @module
 */

/** @import { Drawing } from "../src/lib/draw.js" */
import { placed } from "./outlines.js";

/** @type {Record<string, string>} */
const OUTLINES = {
  C:
    "M0-9.9a4.55 4.55 0 0 1 3.75 7.1A4.55 4.55 0 1 1 1 4.6C1.2 7 2 8.8 3.4 9.9H-3.4" +
    "C-2 8.8-1.2 7-1 4.6A4.55 4.55 0 1 1-3.75-2.8 4.55 4.55 0 0 1 0-9.9Z",
  D: "M0-10C2-6.2 4.7-2.8 7.7 0 4.7 2.8 2 6.2 0 10-2 6.2-4.7 2.8-7.7 0-4.7-2.8-2-6.2 0-10Z",
  H:
    "M0 9.4C-3.4 4.9-9.6 1.4-9.6-3.9-9.6-7-7.4-9-4.9-9-2.7-9-.9-7.7 0-5.5.9-7.7 2.7-9 4.9-9" +
    " 7.4-9 9.6-7 9.6-3.9 9.6 1.4 3.4 4.9 0 9.4Z",
  S:
    "M0-10C3.2-5.5 9.2-2.3 9.2 2.9 9.2 5.8 7.2 7.5 4.9 7.5 3.2 7.5 1.8 6.7 1 5.2 1.2 7.4 2 9 3.4 10" +
    "H-3.4C-2 9-1.2 7.4-1 5.2-1.8 6.7-3.2 7.5-4.9 7.5-7.2 7.5-9.2 5.8-9.2 2.9-9.2-2.3-3.2-5.5 0-10Z",
};

/**
 * A suit mark.
 * @param {string} suit C, D, H or S
 * @param {number} x centre
 * @param {number} y centre
 * @param {number} size height in the units of the card; negative: turned upside down
 * @returns {Drawing}
 */
export function suitMark(suit, x, y, size) {
  return ["path", { class: "suit", d: placed(OUTLINES[suit], x, y, size / 20) }];
}
