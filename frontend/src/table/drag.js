/**
 * Presses and drags. Pointer events only store where the pointer is; one loop acts on it, once a frame.
 * @module
 */

/** @import { Drag, Point } from "./types.js" */
/** @import { State } from "./state.js" */
import { isAwaited, targetsOf, unitAt } from "./board.js";
import { cut } from "./anim.js";
import { cardAt, dropAt, pileAt, spread } from "./layout.js";
import { attempt, release, sendHome } from "./play.js";
import { tap } from "./tap.js";
import { render, renderDrag } from "./render.js";

/** A press becomes a drag after this many pixels; a finger slips further than that in a tap. */
const DISTANCE = 3;
const FINGER_DISTANCE = 10;

/**
 * @param {State} state
 * @param {PointerEvent} event
 */
export function start(state, event) {
  if (state.locked || state.hand.drag || !event.isPrimary) return;
  const point = pointOf(state, event);
  const hit = cardAt(state.layout, state.piles, point);
  if (event.button === 2 && hit) sendHome(state, hit.pile);
  if (event.button !== 0) return;
  state.dom.root.setPointerCapture(event.pointerId);
  const unit = hit && hit.index >= 0 ? unitAt(state.piles, hit.pile, hit.index) : null;
  state.hand.drag = {
    pointer: event.pointerId,
    distance: event.pointerType === "touch" ? FINGER_DISTANCE : DISTANCE,
    unit: unit && !isAwaited(state, unit) ? unit : null,
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
  if (state.hand.drag?.pointer === event.pointerId) state.hand.drag.at = pointOf(state, event);
}

/**
 * @param {State} state
 * @param {PointerEvent} event
 */
export function end(state, event) {
  const { drag } = state.hand;
  if (!drag || drag.pointer !== event.pointerId) return;
  drag.at = pointOf(state, event);
  lift(state);
  if (!drag.started || !drag.unit) {
    state.hand.drag = null;
    const hit = cardAt(state.layout, state.piles, drag.start);
    // As on a button, sliding off before letting go takes the press back.
    if (isFar(drag) && pileAt(state.layout, drag.at) !== hit?.pile) release(state);
    else tap(state, hit, event);
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
  if (state.hand.drag && (!event || state.hand.drag.pointer === event.pointerId)) release(state);
}

/**
 * One frame of a drag.
 * @param {State} state
 */
function step(state) {
  if (!state.hand.drag) return;
  lift(state);
  if (state.hand.drag.started) {
    const over = under(state);
    if (over === state.hand.drag.over) {
      renderDrag(state);
    } else {
      state.hand.drag.over = over;
      render(state);
    }
  }
  requestAnimationFrame(() => step(state));
}

/**
 * Turns a press into a drag once the pointer has moved far enough.
 * @param {State} state
 */
function lift(state) {
  const { drag } = state.hand;
  if (!drag || !drag.unit || drag.started || !isFar(drag)) return;
  cut(state);
  drag.started = true;
  state.events.sound("pick");
  state.hand.unit = null;
  render(state);
}

/** @param {Drag} drag */
function isFar({ at, start, distance }) {
  return Math.hypot(at.x - start.x, at.y - start.y) >= distance;
}

/**
 * The pile to which the cards under the pointer would go.
 * @param {State} state
 * @returns {string | null}
 */
function under(state) {
  const { layout, piles, hand: { drag } } = state;
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
