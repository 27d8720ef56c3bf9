/**
 * Draws the places of the piles: buttons for the keyboard and the screen reader, with what an empty one accepts.
 * @module
 */

/** @import { Drawing } from "../lib/draw.js" */
/** @import { State } from "./state.js" */
import { rankLetter } from "../../cards/ranks.js";
import { suitMark } from "../../cards/suits.js";
import { draw } from "../lib/draw.js";
import { goalOf } from "./board.js";
import { describePile } from "./describe.js";
import { isColumn, isFoundation } from "./notation.js";

/**
 * @param {State} state
 * @param {ReadonlySet<string>} targets piles to which the cards in hand may go
 */
export function renderPiles(state, targets) {
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
    const label = describePile(state, name, targets.has(name));
    if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
    element.classList.toggle("empty", !state.piles.get(name)?.length);
    element.classList.toggle("target", targets.has(name));
    element.classList.toggle("over", targets.has(name) && state.drag?.over === name);
    element.classList.toggle("goal", goalOf(state) === name);
    element.classList.toggle("cursor", state.byKey && state.cursor === name);
    element.classList.toggle("deals", name === "s" && (state.confirmed?.moves.includes("deal") ?? false));
    drawHint(state, name, element);
  }
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
  // In the order of the layout, because that is the order of Tab.
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
  const count = name === "s" ? (state.piles.get(name)?.length ?? 0) : 0;
  const accepts = acceptedBy(state, name);
  const wanted = `${accepts} ${count}`;
  if (element.dataset.hint === wanted) return;
  element.dataset.hint = wanted;
  const box = { class: "hint", viewBox: "0 0 100 140", "aria-hidden": "true" };
  element.replaceChildren(draw(["svg", box, ...marks(name, accepts)]));
  if (count) {
    const badge = document.createElement("span");
    badge.className = "count";
    badge.textContent = String(count);
    element.append(badge);
  }
}

/**
 * @param {State} state
 * @param {string} name
 * @returns {string} a rank, "*" or ""
 */
function acceptedBy({ confirmed }, name) {
  if (isColumn(name)) return confirmed?.accepts.t ?? "*";
  return isFoundation(name) ? (confirmed?.accepts.f ?? "") : "*";
}

/**
 * @param {string} name
 * @param {string} accepts
 * @returns {Drawing[]}
 */
function marks(name, accepts) {
  const rank = accepts === "*" ? "" : accepts;
  if (isFoundation(name)) {
    const suit = suitMark(name[1].toUpperCase(), 50, rank ? 90 : 70, rank ? 40 : 52);
    return rank ? [rankLetter(rank, 50, 26, 32, "centre"), suit] : [suit];
  }
  return rank ? [rankLetter(rank, 50, 51, 38, "centre")] : [];
}
