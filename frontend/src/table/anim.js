/**
 * Change the position, animate the difference. Cards take their new places at once; the way there is an
 * overlay that the next change of a card's place cuts short, so input never waits.
 * @module
 */

/** @import { Unit } from "./types.js" */
/** @import { State } from "./state.js" */
/** @import { Flight } from "./cascade.js" */
/** @import { Step } from "./plan.js" */
import { cardsOf } from "./board.js";
import { cascade } from "./cascade.js";
import { lying, plan } from "./plan.js";
import { render } from "./render.js";

const DURATION = 170;
/** For a whole board at once. */
const LONGEST = 225;
const MANY = 20;
const EASING = "cubic-bezier(0.2, 0.75, 0.25, 1)";
const ABOVE_ALL = 200;
/** One card of a cascade, in milliseconds. */
const FLIGHT = 320;
/** By how many notes the sound of a cascade rises. */
const RISE = 12;
const SHAKE = ["0", "-5px", "5px", "-4px", "3px", "0"];
const SHAKING = 260;

/**
 * Runs a change of the state, draws the result and animates the way there.
 * @template T
 * @param {(state: State) => T} change
 * @param {State} state
 * @param {{ isLast?: boolean, isStill?: boolean }} [how] last: the cards move one after another, since nothing is played
 * on this board any more; still: they don't move
 * @returns {T}
 */
export function anim(change, state, { isLast = false, isStill = false } = {}) {
  const before = lying(state);
  const result = change(state);
  const steps = plan(before, lying(state), origin(state));
  // The others fly on: an answer that changes nothing is not seen.
  for (const { id } of steps) cutCard(state, id);
  render(state);
  if (isStill || isCalm()) return result;
  if (isLast) {
    const flights = cascade(before, lying(state));
    flights.forEach((flight, i) => fly(state, flight, i, Math.round((RISE * i) / Math.max(flights.length - 1, 1))));
  } else {
    for (const step of steps) play(state, step, steps.length > MANY ? LONGEST : DURATION);
  }
  return result;
}

/**
 * Shakes cards that have nowhere to go, once they are back where they belong.
 * @param {State} state
 * @param {Unit} unit
 */
export function shake(state, unit) {
  if (isCalm()) return;
  for (const { id } of cardsOf(state.piles, unit)) {
    const element = state.dom.cards.get(id)?.element;
    const delay = state.dom.animations.has(id) ? DURATION : 0;
    if (element) keep(state, id, element.animate({ translate: SHAKE }, { duration: SHAKING, delay }));
  }
}

/** Whether the player has asked for no motion. */
function isCalm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Ends all animations: the cards are already where they belong.
 * @param {State} state
 */
export function cut(state) {
  for (const id of [...state.dom.animations.keys()]) cutCard(state, id);
}

/**
 * @param {State} state
 * @param {number} id
 */
function cutCard(state, id) {
  for (const animation of state.dom.animations.get(id) ?? []) animation.cancel();
  state.dom.animations.delete(id);
}

/**
 * @param {State} state
 * @param {number} id
 * @param {...Animation} added
 */
function keep({ dom: { animations } }, id, ...added) {
  const running = (animations.get(id) ?? []).filter(({ playState }) => playState !== "finished");
  animations.set(id, [...running, ...added]);
}

/**
 * The dealer's hand: new cards come from the table's upper edge.
 * @param {State} state
 */
function origin({ layout: { size, card } }) {
  return { x: Math.round((size.width - card.width) / 2), y: -card.height };
}

/**
 * Flies one card of a cascade; it sounds when it lands.
 * @param {State} state
 * @param {Flight} flight
 * @param {number} number of the card, from 0
 * @param {number} note
 */
function fly(state, { id, from, to, order, start }, number, note) {
  const element = state.dom.cards.get(id)?.element;
  if (!element) return;
  const [begin, end] = [from, to].map(({ x, y }) => `translate(${x}px, ${y}px)`);
  const flight = element.animate({ transform: [begin, end] }, { duration: FLIGHT, delay: start, easing: EASING, fill: "backwards" });
  flight.onfinish = () => state.events.sound("home", note);
  // Until it leaves, it lies in its old pile as it did.
  const [waiting, flying] = [String(1 + order), String(ABOVE_ALL + number)];
  const leaves = start / (start + FLIGHT);
  const heights = { zIndex: [waiting, waiting, flying, flying], offset: [0, leaves, leaves, 1] };
  keep(state, id, flight, element.animate(heights, start + FLIGHT));
}

/**
 * @param {State} state
 * @param {Step} step
 * @param {number} duration milliseconds
 */
function play(state, { id, from, to, order, turns, delay }, duration) {
  const element = state.dom.cards.get(id)?.element;
  if (!element) return;
  const timing = {
    duration: duration * (1 - delay),
    delay: duration * delay,
    easing: EASING,
    fill: /** @type {const} */ ("backwards"),
  };
  const start = `translate(${from.x}px, ${from.y}px)${turns ? " scale(0, 1)" : ""}`;
  const end = `translate(${to.x}px, ${to.y}px)${turns ? " scale(1, 1)" : ""}`;
  const height = String(ABOVE_ALL + order);
  keep(
    state,
    id,
    element.animate({ transform: [start, end] }, timing),
    // A separate animation: one that animates more than the transform leaves the compositor thread.
    element.animate({ zIndex: [height, height] }, timing),
  );
}
