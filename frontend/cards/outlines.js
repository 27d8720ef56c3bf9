/**
 * Outlines as path data, put where they belong. A transform in their place is a layer's worth of work for the browser
 * at each frame: a deck had some eight hundred.
 * @module
 */

/** What a number says: a place across or down, a way from there, a radius, or nothing that depends on place and size. */
/** @typedef {"x" | "y" | "way" | "radius" | "flag"} Meaning */

/** @type {Record<string, Meaning[]>} By command; all others take points. */
const MEANINGS = { A: ["radius", "radius", "flag", "flag", "flag", "x", "y"], H: ["x"], V: ["y"] };
/** @type {Meaning[]} */
const POINTS = ["x", "y"];

/** A command, or a number with its sign and its point; a sign or a second point begins the next. */
const TOKENS = /[a-z]|-?(?:\d+\.?\d*|\.\d+)/gi;

/** @type {Map<string, (string | [number, Meaning])[]>} */
const read = new Map();

/**
 * Moves, sizes and turns an outline.
 * @param {string} outline path data
 * @param {number} x where its origin comes to lie
 * @param {number} y
 * @param {number} scale negative: also turned upside down, by half a turn
 * @returns {string} path data
 */
export function placed(outline, x, y, scale) {
  /** @type {Record<Meaning, [from: number, times: number]>} */
  const moves = { x: [x, scale], y: [y, scale], way: [0, scale], radius: [0, Math.abs(scale)], flag: [0, 1] };
  return parsed(outline)
    .map((part) => {
      if (typeof part === "string") return part;
      const [from, times] = moves[part[1]];
      return ` ${Math.round(100 * (from + times * part[0])) / 100}`;
    })
    .join("");
}

/** @param {string} outline */
function parsed(outline) {
  const known = read.get(outline);
  if (known) return known;
  /** @type {(string | [number, Meaning])[]} */
  const parts = [];
  let command = "";
  let at = 0;
  for (const [token] of outline.matchAll(TOKENS)) {
    if (/[a-z]/i.test(token)) {
      [command, at] = [token, 0];
      parts.push(token);
    } else {
      const meanings = MEANINGS[command.toUpperCase()] ?? POINTS;
      const meaning = meanings[at++ % meanings.length];
      const isRelative = command !== command.toUpperCase();
      parts.push([Number(token), isRelative && (meaning === "x" || meaning === "y") ? "way" : meaning]);
    }
  }
  read.set(outline, parts);
  return parts;
}
