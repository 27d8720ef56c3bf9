/**
 * Presses and drags. Pointer events only store where the pointer is; one loop, a step a frame, acts on it.
 * @module
 */

/** @import { Point } from "./types.js" */
/** @import { State } from "./state.js" */
import { targetsOf, unitAt } from "./board.js";
import { cut } from "./anim.js";
import { cardAt, dropAt, spread } from "./layout.js";
import { attempt, release, sendHome } from "./play.js";
import { tap } from "./tap.js";
import { render, renderDrag } from "./render.js";

/** A press becomes a drag after this many pixels. */
const DISTANCE = 3;

/**
 * @param {State} state
 * @param {PointerEvent} event
 */
export function start(state, event) {
  if (state.locked || state.drag || !event.isPrimary) return;
  const point = pointOf(state, event);
  const hit = cardAt(state.layout, state.piles, point);
  if (event.button === 2 && hit) sendHome(state, hit.pile);
  if (event.button !== 0) return;
  state.dom.root.setPointerCapture(event.pointerId);
  state.drag = {
    pointer: event.pointerId,
    unit: hit && hit.index >= 0 ? unitAt(state.piles, hit.pile, hit.index) : null,
    start: point,
    at: point,
    started: false,
    over: null,
  };
  if (hit) state.dom.piles.get(hit.pile)?.focus({ preventScroll: true });
  requestAnimationFrame(() => step(state));
}

/**
 * @param {State} state
 * @param {PointerEvent} event
 */
export function move(state, event) {
  if (state.drag?.pointer === event.pointerId) state.drag.at = pointOf(state, event);
}

/**
 * @param {State} state
 * @param {PointerEvent} event
 */
export function end(state, event) {
  const { drag } = state;
  if (!drag || drag.pointer !== event.pointerId) return;
  drag.at = pointOf(state, event);
  lift(state);
  if (!drag.started || !drag.unit) {
    state.drag = null;
    tap(state, cardAt(state.layout, state.piles, drag.start), event.timeStamp);
    return;
  }
  const target = under(state);
  if (target && target !== drag.unit.pile) attempt(state, { source: drag.unit.pile, target, count: drag.unit.count });
  else release(state);
}

/**
 * @param {State} state
 * @param {PointerEvent} [event]
 */
export function cancel(state, event) {
  if (state.drag && (!event || state.drag.pointer === event.pointerId)) release(state);
}

/**
 * One frame of a drag.
 * @param {State} state
 */
function step(state) {
  if (!state.drag) return;
  lift(state);
  if (state.drag.started) {
    const over = under(state);
    if (over === state.drag.over) {
      renderDrag(state);
    } else {
      state.drag.over = over;
      render(state);
    }
  }
  requestAnimationFrame(() => step(state));
}

/**
 * Turns the press into a drag once it has gone far enough.
 * @param {State} state
 */
function lift(state) {
  const { drag } = state;
  if (!drag || !drag.unit || drag.started) return;
  if (Math.hypot(drag.at.x - drag.start.x, drag.at.y - drag.start.y) < DISTANCE) return;
  cut(state);
  drag.started = true;
  state.held = null;
  render(state);
}

/**
 * The pile to which the cards under the pointer would go.
 * @param {State} state
 * @returns {string | null}
 */
function under(state) {
  const { layout, piles, drag } = state;
  if (!drag?.unit) return null;
  const { pile, count } = drag.unit;
  const corner = spread(layout, pile, piles.get(pile) ?? []).at(-count) ?? drag.start;
  const card = { x: corner.x + drag.at.x - drag.start.x, y: corner.y + drag.at.y - drag.start.y, ...layout.card };
  return dropAt(layout, drag.at, card, targetsOf(state, drag.unit));
}

/**
 * @param {State} state
 * @param {PointerEvent} event
 * @returns {Point}
 */
function pointOf(state, event) {
  const { left, top } = state.dom.felt.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}
