/**
 * A whole card face: corners, and the simple or the full middle.
 * Drawn on 100 by 140 units.
 * @module
 */

/** @import { Drawing } from "../src/lib/draw.js" */
import { court } from "./courts.js";
import { pips } from "./pips.js";
import { rankLetter, rankWidth } from "./ranks.js";
import { suitMark } from "./suits.js";

export const WIDTH = 100;
export const HEIGHT = 140;

/**
 * The drawing of a face.
 * @param {string} card "QH"
 * @param {"small" | "full"} detail small: large index and one mark; full: the whole picture
 * @returns {Drawing}
 */
export function cardFace(card, detail) {
  const [rank, suit] = card;
  const parts = detail === "small" ? simple(rank, suit) : full(rank, suit);
  return [
    "svg",
    { class: `face ${detail} suit-${suit.toLowerCase()}`, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    ...parts,
  ];
}

/**
 * @param {string} rank
 * @param {string} suit
 * @returns {Drawing[]}
 */
function full(rank, suit) {
  return [["g", { class: "middle" }, ...middle(rank, suit)], ...corners(rank, suit)];
}

/**
 * Index and mark as large as the strip of a covered card allows.
 * @param {string} rank
 * @param {string} suit
 * @returns {Drawing[]}
 */
function simple(rank, suit) {
  return [
    ["g", { class: "corner beside" }, index(...row(rank, suit)), suitMark(suit, 50, 94, 62)],
    ["g", { class: "corner under" }, index(...column(rank, suit, 21)), suitMark(suit, 67, 104, 43)],
    ["g", { class: "corner under-right" }, index(...column(rank, suit, 79)), suitMark(suit, 33, 104, 43)],
  ];
}

/**
 * A rank and its mark side by side, for cards that are covered from below.
 * @param {string} rank
 * @param {string} suit
 * @returns {Drawing[]}
 */
function row(rank, suit) {
  return [rankLetter(rank, 10, 8, 28), suitMark(suit, 77, 22, 30)];
}

/**
 * A rank over its mark, for cards that are covered from the side.
 * @param {string} rank
 * @param {string} suit
 * @param {number} x centre
 * @returns {Drawing[]}
 */
function column(rank, suit, x) {
  return [rankLetter(rank, x, 10, 29, "centre"), suitMark(suit, x, 61, 29)];
}

/**
 * @param {string} rank
 * @param {string} suit
 * @returns {Drawing[]}
 */
function middle(rank, suit) {
  if (rank === "A") return [suitMark(suit, 50, 70, 46)];
  if ("JQK".includes(rank)) return court(rank, suit);
  return pips(rank, suit);
}

/**
 * The index in every corner that a fan may leave uncovered; cards.css shows the pair that the pile needs.
 * @param {string} rank
 * @param {string} suit
 * @returns {Drawing[]}
 */
function corners(rank, suit) {
  const beside = [rankLetter(rank, 7.5, 8, 17), suitMark(suit, 17.3 + rankWidth(rank, 17), 16.5, 14)];
  const under = [rankLetter(rank, 13.5, 8, 17, "centre"), suitMark(suit, 13.5, 36.5, 14)];
  const right = [rankLetter(rank, 86.5, 8, 17, "centre"), suitMark(suit, 86.5, 36.5, 14)];
  const turned = { transform: `rotate(180 ${WIDTH / 2} ${HEIGHT / 2})` };
  return [
    ["g", { class: "corner beside" }, index(...beside)],
    ["g", { class: "corner beside", ...turned }, ...beside],
    ["g", { class: "corner under" }, index(...under)],
    ["g", { class: "corner under", ...turned }, ...under],
    ["g", { class: "corner under-right" }, index(...right)],
    ["g", { class: "corner under-right", ...turned }, ...right],
  ];
}

/**
 * What must be seen of a covered card; cards.css makes it smaller where a fan is pressed together.
 * @param {...Drawing} parts
 * @returns {Drawing}
 */
function index(...parts) {
  return ["g", { class: "index" }, ...parts];
}
