/**
 * A board as a small still picture, such as that of a daily challenge. A page has its cards as text; none are asked for.
 * @module
 */

/** @import { Drawing } from "../lib/draw.js" */
/** @import { Card, Fan, Layout, Point } from "./types.js" */
import { cardFace } from "../../cards/face.js";
import { draw } from "../lib/draw.js";
import { arrange, indexScale, spread } from "./layout.js";
import { HIDDEN } from "./notation.js";

/** In units of the picture; style sheets decide how large it is, and how high. */
const WIDTH = 480;
const HEIGHT = 300;

/** @type {WeakMap<Element, number>} the height that a board was drawn with */
const drawn = new WeakMap();

/** Draws every small board of the page that is still to be drawn, or whose shape has changed with the window. */
export function drawSmallBoards() {
  for (const element of document.querySelectorAll(".small-board")) {
    const { game = "", piles = "" } = /** @type {HTMLElement} */ (element).dataset;
    const height = heightOf(element);
    if (drawn.get(element) === height) continue;
    drawn.set(element, height);
    element.replaceChildren(draw(smallBoard(game, piles, height)));
  }
  // Added again, the same listener stays one.
  addEventListener("resize", drawSmallBoards);
}

/**
 * @param {Element} element
 * @returns {number} in units of the picture
 */
function heightOf(element) {
  const [across, down] = getComputedStyle(element).aspectRatio.split("/").map(Number);
  return down ? Math.round((WIDTH * down) / across) : HEIGHT;
}

/**
 * @param {string} game "agnes-sorel"
 * @param {string} text "t1 *3 QH,t2-4 JD,fc": each pile's name and its cards from the bottom up; *3 are three face down,
 * t2-4 three piles alike
 * @param {number} [height] of the picture, whose width is 480
 * @returns {Drawing}
 */
export function smallBoard(game, text, height = HEIGHT) {
  const piles = text.split(",").flatMap((pile) => {
    const [names, ...runs] = pile.split(" ");
    return alike(names).map((name) => [name, ...runs.flatMap(cards)]);
  });
  const layout = arrange(game, { width: WIDTH, height }, piles.map(([name]) => name));
  return [
    "svg",
    { viewBox: `0 0 ${WIDTH} ${height}`, "aria-hidden": "true" },
    ...piles.flatMap(([name, ...faces]) => pile(layout, name, faces)),
  ];
}

/**
 * @param {string} names "fc" or "t1-4"
 * @returns {string[]}
 */
function alike(names) {
  const [, kind, first, last] = /^(\D)(\d)-(\d)$/.exec(names) ?? [];
  return kind ? Array.from({ length: Number(last) - Number(first) + 1 }, (_, n) => `${kind}${Number(first) + n}`) : [names];
}

/**
 * @param {string} run "QH" or "*3"
 * @returns {string[]}
 */
function cards(run) {
  const [card, number = "1"] = run.split("*");
  return Array(Number(number)).fill(card || HIDDEN);
}

/**
 * @param {Layout} layout
 * @param {string} name
 * @param {readonly string[]} faces
 * @returns {Drawing[]}
 */
function pile(layout, name, faces) {
  const place = layout.places.get(name);
  if (!place) return [];
  if (!faces.length) return [box("slot", place, layout)];
  const cards = faces.map((face, id) => ({ id, face }));
  // Of a squared-up pile only the last card is seen.
  const seen = cards.slice(place.fan ? -place.last : -1);
  const points = spread(layout, name, seen);
  const scale = indexScale(layout, name, seen);
  return seen.map((card, at) => picture(layout, card, points[at], place.fan, at < seen.length - 1 ? scale : "1"));
}

/**
 * @param {Layout} layout
 * @param {Card} card
 * @param {Point} point
 * @param {Fan | null} fan
 * @param {string} scale of the index
 * @returns {Drawing}
 */
function picture(layout, { face }, point, fan, scale) {
  if (face === HIDDEN) return ["g", {}, box("card", point, layout), box("back", point, layout, layout.card.width * 0.07)];
  const [tag, attributes, ...parts] = cardFace(face, "small", fan ?? "down");
  const drawn = scale === "1" ? parts : parts.map((part) => pressed(part, scale));
  return ["g", { "data-fan": fan ?? "down" }, box("card", point, layout), [tag, { ...attributes, ...point, ...layout.card }, ...drawn]];
}

/**
 * @param {Drawing} part of a face
 * @param {string} scale of the index
 * @returns {Drawing}
 */
function pressed([tag, attributes, ...parts], scale) {
  return [tag, attributes.class === "index" ? { ...attributes, transform: `scale(${scale})` } : attributes, ...parts];
}

/**
 * @param {string} look
 * @param {Point} point
 * @param {Layout} layout
 * @param {number} [inset]
 * @returns {Drawing}
 */
function box(look, { x, y }, { card }, inset = 0) {
  const [width, height] = [card.width - 2 * inset, card.height - 2 * inset];
  return ["rect", { class: `small-${look}`, x: x + inset, y: y + inset, width, height, rx: (card.width - 2 * inset) * 0.09 }];
}
