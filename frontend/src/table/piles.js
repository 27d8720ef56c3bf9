/**
 * Draws the places of the piles: buttons for the keyboard and screen readers, labelled with what an empty one accepts.
 * @module
 */

/** @import { Drawing } from "../lib/draw.js" */
/** @import { State } from "./state.js" */
import { rankLetter } from "../../cards/ranks.js";
import { suitMark } from "../../cards/suits.js";
import { draw } from "../lib/draw.js";
import { classes, patch } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { goalOf, shownHint } from "./board.js";
import { describePile } from "./describe.js";
import { isCell, isColumn, isFoundation } from "./notation.js";

/** The strokes of what stands on the felt. */
const WEIGHT = 3.4;

/** An arrow that goes round: the waste becomes the stock again. */
const TURN = "M63.4 44.6A19 19 0 1 0 69 58M63.4 33V44.6H52";

/**
 * Brings the piles to the places of the layout.
 * @param {State} state
 */
export function placePiles(state) {
  const { dom, layout } = state;
  for (const [name, element] of dom.piles) {
    if (!layout.places.has(name)) {
      element.remove();
      dom.piles.delete(name);
    }
  }
  for (const [name, place] of layout.places) {
    const element = dom.piles.get(name) ?? create(state, name);
    element.style.left = `${place.x}px`;
    element.style.top = `${place.y}px`;
  }
  renderCaption(state);
}

/**
 * @param {State} state
 * @param {ReadonlySet<string>} targets piles to which the cards in hand may go
 */
export function renderPiles(state, targets) {
  const { piles, focus, hand, server } = state;
  const goal = goalOf(state, shownHint(state));
  const cursor = focus.byKey ? focus.pile : null;
  const deals = server.board?.moves.includes("deal");
  for (const [name, element] of state.dom.piles) {
    const isTarget = targets.has(name);
    const marks = {
      empty: !piles.get(name)?.length,
      target: isTarget,
      over: isTarget && hand.drag?.over === name,
      goal: goal === name,
      cursor: cursor === name,
      deals: name === "s" && deals,
    };
    patch(element, { className: classes("pile", marks) });
    const label = describePile(state, name, isTarget);
    if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
    drawHint(state, name, element);
  }
}

/**
 * Names the reserve for newcomers, where no card lies; a screen reader has the labels of its piles.
 * @param {State} state
 */
function renderCaption({ dom, layout: { caption, places } }) {
  const found = dom.felt.querySelector(".caption");
  if (!caption) return found?.remove();
  const element = /** @type {HTMLElement} */ (found ?? document.createElement("span"));
  if (!found) {
    element.ariaHidden = "true";
    element.textContent = gettext("Reserve");
    dom.felt.prepend(element);
  }
  element.className = places.get("r1")?.fan ? "caption" : "caption squared";
  for (const side of /** @type {const} */ (["width", "height"])) element.style[side] = `${caption[side]}px`;
  element.style.translate = `${caption.x}px ${caption.y}px`;
}

/**
 * @param {State} state
 * @param {string} name
 * @returns {HTMLElement}
 */
function create(state, name) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "pile";
  element.dataset.pile = name;
  const names = [...state.layout.places.keys()];
  const before = state.dom.piles.get(names[names.indexOf(name) - 1]);
  // In layout order, which is the Tab order.
  if (before) before.after(element);
  else state.dom.felt.prepend(element);
  state.dom.piles.set(name, element);
  return element;
}

/**
 * @param {State} state
 * @param {string} name
 * @param {HTMLElement} element
 */
function drawHint(state, name, element) {
  const accepts = acceptedBy(state, name);
  const words = wordsOn(state, name);
  const wanted = [accepts, ...words].join(" ");
  if (element.dataset.hint === wanted) return;
  element.dataset.hint = wanted;
  const box = { class: "hint", viewBox: "0 0 100 140", "aria-hidden": "true" };
  element.replaceChildren(draw(["svg", box, ...marks(name, accepts)]));
  if (words.length) {
    const badge = document.createElement("span");
    badge.className = isCell(name) ? "on-felt" : accepts === "deal" ? "on-felt low" : "count";
    badge.append(...words.map(lineOf));
    element.append(badge);
  }
}

/**
 * What is written on a pile for newcomers, line by line; a screen reader has the button's label.
 * @param {State} state
 * @param {string} name
 * @returns {string[]}
 */
function wordsOn({ piles, layout, server: { board } }, name) {
  if (isCell(name)) return [gettext("Cell")];
  if (name !== "s") return [];
  const count = piles.get(name)?.length ?? 0;
  if (count) return [gettext("Stock"), String(count)];
  if (!board?.moves.includes("deal")) return [];
  // A small place has room for the arrow and how often, where the rules set a limit.
  const words = layout.detail === "full" ? [gettext("Turn over")] : [];
  return board.redeals === undefined ? words : [...words, `${board.redeals}×`];
}

/** @param {string} text */
function lineOf(text) {
  const element = document.createElement("span");
  element.textContent = text;
  return element;
}

/**
 * @param {State} state
 * @param {string} name
 * @returns {string} a rank, "*", "" or "deal"
 */
function acceptedBy({ piles, server: { board } }, name) {
  if (isColumn(name)) return board?.accepts.t ?? "*";
  if (name === "s" && !piles.get(name)?.length && board?.moves.includes("deal")) return "deal";
  return isFoundation(name) ? (board?.accepts.f ?? "") : "*";
}

/**
 * @param {string} name
 * @param {string} accepts
 * @returns {Drawing[]}
 */
function marks(name, accepts) {
  if (accepts === "deal") return [["path", { class: "rank", d: TURN, "stroke-width": WEIGHT }]];
  const rank = accepts === "*" ? "" : accepts;
  if (isFoundation(name)) {
    const suit = suitMark(name[1].toUpperCase(), 50, rank ? 90 : 70, rank ? 40 : 52);
    return rank ? [rankLetter(rank, 50, 26, 32, WEIGHT, "centre"), suit] : [suit];
  }
  return rank ? [rankLetter(rank, 50, 51, 38, WEIGHT, "centre")] : [];
}
