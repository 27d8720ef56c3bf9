/**
 * Change the position, animate the difference. Cards are put in their new places at once; the way there is an
 * overlay that the next change cuts short, so input never waits.
 * @module
 */

/** @import { Unit } from "./types.js" */
/** @import { State } from "./state.js" */
/** @import { Step } from "./plan.js" */
import { cardsOf } from "./board.js";
import { lying, plan } from "./plan.js";
import { render } from "./render.js";

const DURATION = 170;
/** For a whole board at once. */
const LONGEST = 225;
const MANY = 20;
const EASING = "cubic-bezier(0.2, 0.75, 0.25, 1)";
const ABOVE_ALL = 200;
const SHAKE = ["0", "-4px", "4px", "-3px", "0"];

/**
 * Runs a change of the state, draws the result and shows the way to it.
 * @template T
 * @param {(state: State) => T} change
 * @param {State} state
 * @returns {T}
 */
export function anim(change, state) {
  cut(state);
  const before = lying(state);
  const result = change(state);
  render(state);
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
    const steps = plan(before, lying(state), origin(state));
    for (const step of steps) play(state, step, steps.length > MANY ? LONGEST : DURATION);
  }
  return result;
}

/**
 * Says no to cards that have nowhere to go.
 * @param {State} state
 * @param {Unit} unit
 */
export function shake(state, unit) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const { id } of cardsOf(state.piles, unit)) {
    const element = state.dom.cards.get(id)?.element;
    if (element) state.dom.animations.push(element.animate({ translate: SHAKE }, DURATION));
  }
}

/**
 * Ends all animations: the cards are where they belong.
 * @param {State} state
 */
export function cut(state) {
  for (const animation of state.dom.animations.splice(0)) animation.cancel();
}

/**
 * The dealer's hand: cards that come to the table come from its upper edge.
 * @param {State} state
 */
function origin({ layout: { size, card } }) {
  return { x: Math.round((size.width - card.width) / 2), y: -card.height };
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
  state.dom.animations.push(
    element.animate({ transform: [start, end] }, timing),
    // An animation of its own: one that holds more than the transform would leave the compositor.
    element.animate({ zIndex: [height, height] }, timing),
  );
}
