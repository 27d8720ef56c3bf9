/**
 * Draws the state. The only module that writes card elements.
 * @module
 */

/** @import { Card, Fan, Layout, Point } from "./types.js" */
/** @import { State } from "./state.js" */
import { cardFace } from "../../cards/face.js";
import { draw } from "../lib/draw.js";
import { classes, patch } from "../lib/elements.js";
import { awaited, cardsOf, goalOf, hinted, shownHint, targetsOf } from "./board.js";
import { fanned } from "./fans.js";
import { lying } from "./plan.js";
import { placePiles, renderPiles } from "./piles.js";
import { HIDDEN } from "./notation.js";
import { renderWords } from "./words.js";

/**
 * @typedef {{ element: HTMLElement, drawn: string, looks: string, place: string, index: string }} CardElement
 * what was last written, so that only changes are written
 */

/**
 * The elements of a table.
 * @typedef {object} Dom
 * @property {HTMLElement} root
 * @property {HTMLElement} felt
 * @property {HTMLElement} notice
 * @property {HTMLElement | null} words
 * @property {Map<string, HTMLElement>} piles
 * @property {Map<number, CardElement>} cards
 * @property {Map<number, Animation[]>} animations what moves, by card
 * @property {string | null} focused the pile with the focus, as last drawn
 * @property {Layout | null} layout that the elements have
 */

const LIFTED = 1000;

/**
 * Brings the elements in line with the state.
 * @param {State} state
 */
export function render(state) {
  const { dom, layout, hand: { unit: held, drag } } = state;
  dom.focused = state.focus.pile;
  if (dom.layout !== layout) arrange(state);
  const lifted = drag?.started ? drag.unit : null;
  const unit = lifted ?? held;
  const targets = new Set(unit ? targetsOf(state, unit) : []);
  dom.root.classList.toggle("waiting", state.server.outstanding.length > 0);
  renderPiles(state, targets);
  renderWords(state, targets);

  const inHand = new Set(unit ? cardsOf(state.piles, unit).map(({ id }) => id) : []);
  const leaving = awaited(state);
  const hint = shownHint(state);
  const shown = hinted(state, hint);
  const goal = goalOf(state, hint);
  const places = lying(state);
  const present = new Set(places.keys());
  for (const [pile, cards] of state.piles) {
    const { fan = null, last: spread = Infinity } = layout.places.get(pile) ?? {};
    const { index } = fanned(layout, pile, cards);
    // A card whose cover is lifted shows its middle.
    const top = cards.length - 1 - (lifted ? cards.filter(({ id }) => inHand.has(id)).length : 0);
    cards.forEach((card, at) => {
      const entry = dom.cards.get(card.id) ?? create(state, card);
      drawFace(entry, card, layout.detail, fan ?? "down");
      const last = at === cards.length - 1;
      scaleIndex(entry, last ? "1" : index);
      look(entry, fan, {
        covered: at < cards.length - (fan === null ? 2 : spread + 1),
        under: fan !== null && !last && at !== top,
        upon: fan !== null && at > 0,
        held: (inHand.has(card.id) && !lifted) || leaving.has(card.id),
        lifted: inHand.has(card.id) && lifted !== null,
        stranded: inHand.has(card.id) && targets.size === 0 && !state.server.outstanding.length,
        target: last && targets.has(pile),
        over: last && targets.has(pile) && drag?.over === pile,
        hinted: shown.has(card.id),
        goal: last && goal === pile,
        cursor: last && state.focus.byKey && state.focus.pile === pile,
      });
      const point = places.get(card.id);
      if (point) put(entry, point, 1 + at + (lifted && inHand.has(card.id) ? LIFTED : 0));
    });
  }
  for (const [id, { element }] of dom.cards) {
    if (!present.has(id)) {
      element.remove();
      dom.cards.delete(id);
    }
  }
}

/**
 * Gives cards and piles the size and the places of a new layout.
 * @param {State} state
 */
function arrange(state) {
  const { dom, layout } = state;
  dom.root.style.setProperty("--card-width", `${layout.card.width}px`);
  dom.root.style.setProperty("--card-height", `${layout.card.height}px`);
  placePiles(state);
  dom.layout = layout;
}

/**
 * Moves the cards under the pointer only; cheap enough for every frame.
 * @param {State} state
 */
export function renderDrag(state) {
  const unit = state.hand.drag?.unit;
  if (!unit) return;
  const places = lying(state);
  for (const { id } of cardsOf(state.piles, unit)) {
    const [entry, point] = [state.dom.cards.get(id), places.get(id)];
    if (entry && point) put(entry, point, LIFTED + point.order);
  }
}

/**
 * @param {State} state
 * @param {Card} card
 * @returns {CardElement}
 */
function create(state, card) {
  const element = document.createElement("div");
  element.setAttribute("aria-hidden", "true");
  const entry = { element, drawn: "", looks: "", place: "", index: "1" };
  state.dom.cards.set(card.id, entry);
  state.dom.felt.append(element);
  return entry;
}

/**
 * @param {CardElement} entry
 * @param {Fan | null} fan
 * @param {Record<string, boolean>} marks classes that are on
 */
function look(entry, fan, marks) {
  const className = classes("card", marks);
  const wanted = `${className} ${fan}`;
  if (entry.looks === wanted) return;
  entry.looks = wanted;
  entry.element.className = className;
  patch(entry.element.dataset, { fan: fan ?? "down" });
}

/**
 * @param {CardElement} entry
 * @param {string} index
 */
function scaleIndex(entry, index) {
  if (entry.index === index) return;
  entry.index = index;
  entry.element.style.setProperty("--index", index);
}

/** The pattern is one of cards.css. */
function back() {
  const element = document.createElement("div");
  element.className = "back";
  return element;
}

/**
 * @param {CardElement} entry
 * @param {Card} card
 * @param {"small" | "full"} detail
 * @param {Fan} fan
 */
function drawFace(entry, { face }, detail, fan) {
  const wanted = face === HIDDEN ? face : `${face} ${detail} ${fan}`;
  if (entry.drawn === wanted) return;
  entry.drawn = wanted;
  entry.element.dataset.face = face;
  entry.element.replaceChildren(face === HIDDEN ? back() : draw(cardFace(face, detail, fan)));
}

/**
 * @param {CardElement} entry
 * @param {Point} point
 * @param {number} height
 */
function put(entry, { x, y }, height) {
  const place = `${x} ${y} ${height}`;
  if (entry.place === place) return;
  entry.place = place;
  entry.element.style.transform = `translate(${x}px, ${y}px)`;
  entry.element.style.zIndex = String(height);
}
