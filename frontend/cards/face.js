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

/** The strokes of a rank, where it is small and where it is large. */
const LIGHT = 4.4;
const HEAVY = 4.9;

/** @typedef {"down" | "left" | "right"} Side where the next card of a fan lies */

/**
 * The drawing of a face.
 * @param {string} card "QH"
 * @param {"small" | "full"} detail small: large index and one mark; full: the whole picture
 * @param {Side} [fan] decides in which corner the index stands, and how
 * @returns {Drawing}
 */
export function cardFace(card, detail, fan = "down") {
  const [rank, suit] = card;
  const parts = detail === "small" ? simple(rank, suit, fan) : full(rank, suit, fan);
  return [
    "svg",
    { class: `face ${detail} suit-${suit.toLowerCase()}`, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "xMidYMin", "aria-hidden": "true" },
    ...parts,
  ];
}

/**
 * @param {string} rank
 * @param {string} suit
 * @param {Side} fan
 * @returns {Drawing[]}
 */
function full(rank, suit, fan) {
  return [
    ["g", { class: "middle", ...MIDDLES[fan] }, ...middle(rank, suit)],
    index(...FULL_CORNERS[fan](rank, suit, UPPER)),
    ["g", {}, ...FULL_CORNERS[fan](rank, suit, LOWER)],
  ];
}

/**
 * Index and mark as large as the strip of a covered card allows.
 * @param {string} rank
 * @param {string} suit
 * @param {Side} fan
 * @returns {Drawing[]}
 */
function simple(rank, suit, fan) {
  return [index(...SIMPLE_CORNERS[fan](rank, suit)), SIMPLE_MARKS[fan](suit)];
}

/**
 * How a corner is drawn: upright, or by half a turn around the middle of the card.
 * @typedef {{ letter: typeof rankLetter, mark: (suit: string, x: number, y: number, size: number) => Drawing }} Half
 */

/** @type {Half} */
const UPPER = { letter: rankLetter, mark: suitMark };

/** @type {Half} */
const LOWER = {
  letter: (rank, x, y, height, ...rest) => rankLetter(rank, WIDTH - x, HEIGHT - y, -height, ...rest),
  mark: (suit, x, y, size) => suitMark(suit, WIDTH - x, HEIGHT - y, -size),
};

/**
 * The index that a fan leaves uncovered.
 * @type {Record<Side, (rank: string, suit: string, half: Half) => Drawing[]>}
 */
const FULL_CORNERS = {
  down: (rank, suit, { letter, mark }) => [letter(rank, 7.5, 8, 17, LIGHT), mark(suit, 17.3 + rankWidth(rank, 17), 16.5, 14)],
  right: (rank, suit, { letter, mark }) => [letter(rank, 12.5, 8, 17, LIGHT, "centre"), mark(suit, 12, 35, 12.5)],
  left: (rank, suit, { letter, mark }) => [letter(rank, 87.5, 8, 17, LIGHT, "centre"), mark(suit, 88, 35, 12.5)],
};

/**
 * Beside a suit that stands under its rank, the middle keeps its distance; the mark of a court is across from it.
 * @type {Record<Side, Record<string, string>>}
 */
const MIDDLES = {
  down: {},
  right: { transform: "translate(6 7) scale(0.88 0.9)" },
  left: { transform: "translate(94 7) scale(-0.88 0.9)" },
};

/** @type {Record<Side, (rank: string, suit: string) => Drawing[]>} */
const SIMPLE_CORNERS = {
  down: (rank, suit) => row(rank, suit),
  right: (rank, suit) => column(rank, suit, 21),
  left: (rank, suit) => column(rank, suit, 79),
};

/** @type {Record<Side, (suit: string) => Drawing>} */
const SIMPLE_MARKS = {
  down: (suit) => suitMark(suit, 50, 94, 62),
  right: (suit) => suitMark(suit, 67, 104, 43),
  left: (suit) => suitMark(suit, 33, 104, 43),
};

/**
 * A rank and its mark side by side, for cards that are covered from below.
 * @param {string} rank
 * @param {string} suit
 * @returns {Drawing[]}
 */
function row(rank, suit) {
  return [rankLetter(rank, 9, 6.5, 35, HEAVY), suitMark(suit, 76, 23.5, 35)];
}

/**
 * A rank over its mark, for cards that are covered from the side.
 * @param {string} rank
 * @param {string} suit
 * @param {number} x centre
 * @returns {Drawing[]}
 */
function column(rank, suit, x) {
  return [rankLetter(rank, x, 10, 29, HEAVY, "centre"), suitMark(suit, x, 61, 29)];
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
 * What must be seen of a covered card; cards.css makes it smaller where a fan is pressed together.
 * @param {...Drawing} parts
 * @returns {Drawing}
 */
function index(...parts) {
  return ["g", { class: "index" }, ...parts];
}
