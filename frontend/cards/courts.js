/**
 * The twelve court cards: flat figures, drawn to the waist and then turned round the middle of the card.
 * Rank gives the figure, suit its cloth, pattern and ornament; colours come from cards.css by class.
 * @module
 */

/** @import { Drawing } from "../src/lib/draw.js" */
import { suitMark } from "./suits.js";

/**
 * A court card's picture, between the corners of the card.
 * @param {string} rank J, Q or K
 * @param {string} suit
 * @returns {Drawing[]}
 */
export function court(rank, suit) {
  const half = [
    ...robe(suit),
    ...FIGURES[rank](suit),
    fill("trim", "M14 66.8H86V70H14Z"),
    line("M14 66.8H86"),
  ];
  return [
    ["g", { class: "court" }, ...half],
    ["g", { class: "court", transform: "rotate(180 50 70)" }, ...half],
    ["path", { class: "court-belt", d: "M18 70H82" }],
  ];
}

/** @type {Record<string, (suit: string) => Drawing[]>} */
const FIGURES = { J: jack, Q: queen, K: king };

/**
 * @param {string} colour class of the fill
 * @param {string} d
 * @returns {Drawing}
 */
function fill(colour, d) {
  return ["path", { class: colour, d }];
}

/**
 * @param {string} d
 * @param {string} [colour] class of the stroke
 * @returns {Drawing}
 */
function line(d, colour = "ink") {
  return ["path", { class: `line ${colour}-line`, d }];
}

/**
 * @param {string} colour
 * @param {number} cx
 * @param {number} cy
 * @param {number} r
 * @returns {Drawing}
 */
function dot(colour, cx, cy, r) {
  return ["circle", { class: colour, cx, cy, r }];
}

/**
 * Shoulders and the pattern of the suit on them.
 * @param {string} suit
 * @returns {Drawing[]}
 */
function robe(suit) {
  return [fill("robe", "M14 70C14 60 21 55.5 33 53L42 50.5H58L67 53C79 55.5 86 60 86 70Z"), ...PATTERNS[suit]];
}

/** @type {Record<string, Drawing[]>} */
const PATTERNS = {
  C: [
    line("M20 67V59.5M26 67V56.5M32 67V54.5M68 67V54.5M74 67V56.5M80 67V59.5", "trim"),
  ],
  D: [
    fill("trim", "M24 57.5 27.5 61.5 24 65.5 20.5 61.5ZM34 55 37.5 59.5 34 64 30.5 59.5Z"),
    fill("trim", "M76 57.5 79.5 61.5 76 65.5 72.5 61.5ZM66 55 69.5 59.5 66 64 62.5 59.5Z"),
  ],
  H: [
    line("M17.5 64C22 58 29 58 33 63.5M23 58C28 55 35 57 38 62", "trim"),
    line("M82.5 64C78 58 71 58 67 63.5M77 58C72 55 65 57 62 62", "trim"),
  ],
  S: [
    line("M18 61.5 24 66.5M23 58 32 66.5M29 55.5 39 66", "trim"),
    line("M82 61.5 76 66.5M77 58 68 66.5M71 55.5 61 66", "trim"),
  ],
};

/**
 * Closed eyes, nose and brows, the same calm face for everybody.
 * @param {string} mouth colour class of the lips
 * @returns {Drawing[]}
 */
function face(mouth) {
  return [
    fill("skin", "M46 47H54V54C54 56.5 46 56.5 46 54Z"),
    fill("skin", "M41 33H59V41.5C59 47.5 54.8 51 50 51S41 47.5 41 41.5Z"),
    line("M43.6 39.2C44.6 40.4 46.4 40.4 47.4 39.2M52.6 39.2C53.6 40.4 55.4 40.4 56.4 39.2"),
    line("M43.4 36.4C44.6 35.6 46.2 35.6 47.4 36.2M52.6 36.2C53.8 35.6 55.4 35.6 56.6 36.4"),
    line("M50 38.5V43H48.8"),
    line("M48 46.3C49.2 47 50.8 47 52 46.3", mouth),
  ];
}

/** @param {string} suit @returns {Drawing[]} */
function king(suit) {
  return [
    fill("hair", "M39 32C35.5 40 35.5 48 38 54H62C64.5 48 64.5 40 61 32Z"),
    ...face("ink"),
    fill(
      "white",
      "M33 53 42 50.5C44 56 47 59.5 50 60.5 53 59.5 56 56 58 50.5L67 53" +
        "C62 61 56 65.5 50 66.8 44 65.5 38 61 33 53Z",
    ),
    line("M38.5 55.3 40 56.8M43.5 59.5 45 61M61.5 55.3 60 56.8M56.5 59.5 55 61M50 62.5V64.5"),
    fill("hair", "M41 40C41 52 44.5 59 50 61.5 55.5 59 59 52 59 40 57.8 44.5 54.5 45 50 44.6 45.5 45 42.2 44.5 41 40Z"),
    line("M47.8 47.6H52.2", "skin"),
    fill("trim", "M38.5 32 36 21.5 43 26.5 50 19.5 57 26.5 64 21.5 61.5 32Z"),
    fill("cloth", "M38.3 30.5H61.7L61.2 34H38.8Z"),
    dot("white", 50, 32.2, 1.2),
    dot("white", 44.5, 32.2, 0.9),
    dot("white", 55.5, 32.2, 0.9),
    ...regalia(suit),
  ];
}

/**
 * Orb and sceptre.
 * @param {string} suit
 * @returns {Drawing[]}
 */
function regalia(suit) {
  return [
    dot("cloth", 26.5, 57.5, 6.8),
    fill(
      "trim",
      "M19.7 56.3H33.3V58.7H19.7ZM25.3 43H27.7V45.6H30V48H27.7V51H25.3V48H23V45.6H25.3Z" +
        "M22.5 64.2H30.5L32 66.8H21Z",
    ),
    line("M74.5 66.5V46", "trim-thick"),
    dot("trim", 74.5, 46, 2.6),
    suitMark(suit, 74.5, 37.5, 10),
  ];
}

/** @param {string} suit @returns {Drawing[]} */
function queen(suit) {
  return [
    fill(
      "hair",
      "M38 36C34 46 37.5 52 33 60 37 62.5 42 61.5 44 58H56" +
        "C58 61.5 63 62.5 67 60 62.5 52 66 46 62 36 60.5 27.5 39.5 27.5 38 36Z",
    ),
    fill("skin", "M43 53H57C56 59 53.5 63 50 64.5 46.5 63 44 59 43 53Z"),
    ...face("lips"),
    fill("hair", "M41 38C40.5 32.5 44 30.5 50 30.5S59.5 32.5 59 38C57 36.5 54 34.5 50 31.8 46 34.5 43 36.5 41 38Z"),
    line("M44 56.5C46 60 54 60 56 56.5", "trim"),
    dot("cloth", 50, 60.3, 1.5),
    fill(
      "trim",
      "M40 31.5 38.5 24.5C41 24.5 43 26 44 28 45 24.5 47 22 50 20.5 53 22 55 24.5 56 28" +
        "C57 26 59 24.5 61.5 24.5L60 31.5C54 29 46 29 40 31.5Z",
    ),
    dot("cloth", 50, 26, 1.5),
    dot("trim", 38.5, 23.5, 1.3),
    dot("trim", 61.5, 23.5, 1.3),
    dot("trim", 50, 19.6, 1.3),
    ...adornment(suit),
  ];
}

/**
 * Fan and flower.
 * @param {string} suit
 * @returns {Drawing[]}
 */
function adornment(suit) {
  const petals = [0, 72, 144, 216, 288].map((angle) => {
    const turn = (angle * Math.PI) / 180;
    const [x, y] = [75 + 3.4 * Math.sin(turn), 40 - 3.4 * Math.cos(turn)];
    return dot("cloth", +x.toFixed(1), +y.toFixed(1), 2.6);
  });
  return [
    fill("cloth", "M27 65.5 16 49C21.5 43.5 32.5 43.5 38 49Z"),
    fill("trim", "M16 49C21.5 43.5 32.5 43.5 38 49L36.6 51C31.5 46.6 22.5 46.6 17.4 51Z"),
    line("M27 65.5 21.5 47.5M27 65.5V46.5M27 65.5 32.5 47.5", "trim"),
    line("M72.5 66.5C75 58 75.5 52 75 44M74.8 54C77 51.5 79 51 81 51.5", "leaf"),
    ...petals,
    dot("trim", 75, 40, 2),
    ...(suit === "H" || suit === "S" ? [dot("white", 75, 40, 0.8)] : []),
  ];
}

/** @param {string} suit @returns {Drawing[]} */
function jack(suit) {
  return [
    fill(
      "hair",
      "M39 32C37 38 37 44 37.5 50.5 40 51.5 42 51 43.5 49.5H56.5" +
        "C58 51 60 51.5 62.5 50.5 63 44 63 38 61 32Z",
    ),
    ...face("lips"),
    fill("hair", "M40.8 38.5C40.5 33 42 30.5 46 30H59.2V38.5C57.5 36 56.5 34 56 32.5 51 35.5 45 35.5 41.5 35Z"),
    fill("white", "M40 53.5C43 51.5 45 52.5 46 54 48 56.3 52 56.3 54 54 55 52.5 57 51.5 60 53.5L57 60 50 57 43 60Z"),
    fill("cloth", "M36.5 32.5C34.5 25 41 20.5 50 20.5S65.5 25 63.5 32.5C55 29.8 45 29.8 36.5 32.5Z"),
    fill("trim", "M36.5 32.6C45 29.4 55 29.4 63.5 32.6L63 29.6C55 26.6 45 26.6 37 29.6Z"),
    fill("trim", "M60 29C60.5 24 64.5 20 71 20.5 72.5 24.5 68.5 29.5 60 29Z"),
    line("M60.5 28.7C63.5 26.5 66 24.3 68.5 23"),
    line("M50 58V66.5", "trim"),
    dot("trim", 50, 61.5, 1),
    dot("trim", 50, 64.5, 1),
    ...arms(suit),
  ];
}

/**
 * Shield and staff.
 * @param {string} suit
 * @returns {Drawing[]}
 */
function arms(suit) {
  const blade = suit === "C" || suit === "D" ? SPEAR : HALBERD;
  return [
    line("M76.5 66.5V44", "wood"),
    fill("steel", blade),
    fill("trim", "M18 46.5H36V57C36 62 31.5 65 27 67 22.5 65 18 62 18 57Z"),
    fill("white", "M19.6 48.1H34.4V57C34.4 61 31 63.5 27 65.2 23 63.5 19.6 61 19.6 57Z"),
    suitMark(suit, 27, 56, 11),
  ];
}

const SPEAR = "M76.5 33C79 36 80 39 79.5 42.5L76.5 46 73.5 42.5C73 39 74 36 76.5 33Z";
const HALBERD =
  "M76.5 32 77.8 37.5C80 36.5 82 37.5 82.5 40 82 43.5 79.5 44.5 77.5 44H75.5" +
  "C73.5 44.5 71 43.5 70.5 40 71 37.5 73 36.5 75.2 37.5Z";
