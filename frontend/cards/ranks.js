/**
 * The thirteen rank letters, drawn so that they look alike on every system.
 * Strokes of even width, 26 units high, from the origin down and to the right.
 * @module
 */

/** @import { Drawing } from "../src/lib/draw.js" */
import { placed } from "./outlines.js";

/** @type {Record<string, { width: number, strokes: string }>} */
const LETTERS = {
  A: { width: 19, strokes: "M1 26 9.5 0 18 26M4.2 17.5H14.8" },
  2: { width: 16, strokes: "M1 7.2C1 3 4 0 8 0S15 3 15 7C15 13.5 1 18 1 26H15.5" },
  3: {
    width: 16,
    strokes:
      "M1.3 5C2.2 1.8 4.8 0 8 0 12 0 14.7 2.6 14.7 6.2 14.7 10 11.8 12.3 7.4 12.3" +
      " 12.4 12.3 15.5 15 15.5 19 15.5 23.2 12.3 26 8 26 4.3 26 1.5 24 .7 20.5",
  },
  4: { width: 18, strokes: "M13 26V0L.5 18.5H17.5" },
  5: {
    width: 16,
    strokes:
      "M14 0H3L2 11.5C3.6 10 5.7 9.3 8 9.3 12.4 9.3 15.5 12.6 15.5 17.4 15.5 22.5 12.3 26 7.8 26" +
      " 4.3 26 1.7 24.2 .7 21",
  },
  6: {
    width: 16,
    strokes: "M12.5 0C6 4.2.8 11.2.8 18A7.4 7.9 0 1 0 15.6 18 7.4 7.9 0 0 0 .8 18",
  },
  7: { width: 16, strokes: "M.5 0H15.5C10.5 7.5 6.8 16 5.6 26" },
  8: {
    width: 16,
    strokes:
      "M8 12.3A6 6.15 0 1 1 8 0 6 6.15 0 1 1 8 12.3 7.3 6.85 0 1 1 8 26 7.3 6.85 0 1 1 8 12.3Z",
  },
  9: {
    width: 16,
    strokes: "M3.5 26C10 21.8 15.2 14.8 15.2 8A7.4 7.9 0 1 0 .4 8 7.4 7.9 0 0 0 15.2 8",
  },
  T: { width: 23, strokes: "M0 4.5 4.8 0V26M16.2 0C20 0 22.5 4.5 22.5 13S20 26 16.2 26 10 21.5 10 13 12.4 0 16.2 0Z" },
  J: { width: 13, strokes: "M11.5 0V18C11.5 23 9 26 5.8 26 2.8 26 .8 24.2.2 20.8" },
  Q: {
    width: 20,
    strokes: "M9.7 0C15 0 18.4 5 18.4 13S15 26 9.7 26 1 21 1 13 4.4 0 9.7 0ZM11.5 19 18.5 27",
  },
  K: { width: 17, strokes: "M1 0V26M15.5 0 1.2 15.5M6.6 10 16 26" },
};

/**
 * A rank letter.
 * @param {string} rank A, 2 to 9, T, J, Q or K
 * @param {number} x left edge, or the centre
 * @param {number} y top edge
 * @param {number} height of the letter in the units of the card; negative: turned upside down
 * @param {number} weight of its strokes, in those of the letter
 * @param {"left" | "centre"} [anchor]
 * @returns {Drawing}
 */
export function rankLetter(rank, x, y, height, weight, anchor = "left") {
  const { width, strokes } = LETTERS[rank];
  const scale = height / 26;
  const left = anchor === "left" ? x : x - (width * scale) / 2;
  return ["path", { class: "rank", d: placed(strokes, left, y, scale), "stroke-width": Math.abs(weight * scale).toFixed(2) }];
}

/**
 * How wide a rank letter is at a height.
 * @param {string} rank
 * @param {number} height
 * @returns {number}
 */
export function rankWidth(rank, height) {
  return (LETTERS[rank].width * height) / 26;
}
