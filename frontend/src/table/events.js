/**
 * Binds a table's listeners; returns a function that removes them.
 * @module
 */

/** @import { State } from "./state.js" */
import { reachesAll } from "../lib/preferences.js";
import { cut } from "./anim.js";
import { cancel, end, move, start } from "./drag.js";
import { choose, perform } from "./keyboard.js";
import { commandOf } from "./keys.js";
import { hideNotice } from "./notice.js";
import { render } from "./render.js";
import { rearrange } from "./state.js";

/**
 * @param {State} state
 * @returns {() => void} unbind
 */
export function bind(state) {
  const { root } = state.dom;
  const undo = [
    on(root, "pointerdown", (event) => {
      input(state, false);
      start(state, event);
    }),
    on(root, "pointermove", (event) => move(state, event)),
    on(root, "pointerup", (event) => end(state, event)),
    on(root, "pointercancel", (event) => cancel(state, event)),
    on(root, "contextmenu", (event) => event.preventDefault()),
    on(root, "mousedown", (event) => keepFocus(event)),
    on(root, "click", (event) => click(state, event)),
    on(root, "focusin", (event) => focusOn(state, pileOf(event))),
    on(root, "focusout", () => focusOn(state, null)),
    on(document, "keydown", (event) => press(state, event)),
    observe(state),
  ];
  return () => undo.forEach((off) => off());
}

/**
 * @template {keyof GlobalEventHandlersEventMap} K
 * @param {HTMLElement | Document} target
 * @param {K} type
 * @param {(event: GlobalEventHandlersEventMap[K]) => void} listener
 * @returns {() => void}
 */
function on(target, type, listener) {
  const handler = /** @type {EventListener} */ (listener);
  target.addEventListener(type, handler);
  return () => target.removeEventListener(type, handler);
}

/**
 * Keeps the geometry in step with the size of the element.
 * @param {State} state
 * @returns {() => void}
 */
function observe(state) {
  const observer = new ResizeObserver(([{ contentRect }]) => {
    const { width, height } = contentRect;
    const { size } = state.layout;
    if (!width || !height || (size.width === width && size.height === height)) return;
    rearrange(state, { width, height });
    cut(state);
    render(state);
  });
  observer.observe(state.dom.root);
  return () => observer.disconnect();
}

/**
 * A press on a card must not take the focus from its pile.
 * @param {MouseEvent} event
 */
function keepFocus(event) {
  if (event.target instanceof Element && !event.target.closest("dialog")) event.preventDefault();
}

/**
 * Pointer clicks are handled as presses; these come from the keyboard or a screen reader.
 * @param {State} state
 * @param {MouseEvent} event
 */
function click(state, event) {
  const pile = pileOf(event);
  if (event.detail === 0 && pile) choose(state, pile);
}

/**
 * @param {State} state
 * @param {KeyboardEvent} event
 */
function press(state, event) {
  const target = /** @type {Element} */ (event.target);
  const { root } = state.dom;
  // Keys pressed without a focus, or where a click left it, go to the table in play.
  const nowhere = reachesAll(event) && (target === document.body || target instanceof HTMLButtonElement);
  if ((state.locked || !nowhere) && !root.contains(target)) return;
  if (target.closest("dialog")) return;
  if (event.key === "Tab" || event.key === " " || event.key === "Enter") input(state, true);
  const command = commandOf(event);
  if (!command) return;
  // Escape also closes what the browser shows over the table.
  if (command.name !== "cancel") event.preventDefault();
  input(state, true);
  perform(state, command);
}

/**
 * Any input removes an old notice.
 * @param {State} state
 * @param {boolean} byKey
 */
function input(state, byKey) {
  state.focus.byKey = byKey;
  hideNotice(state);
}

/**
 * @param {State} state
 * @param {string | null} pile
 */
function focusOn(state, pile) {
  if (state.focus.pile === pile) return;
  state.focus.pile = pile;
  // What the player does with the pile draws the table anyway.
  queueMicrotask(() => {
    if (state.dom.focused !== state.focus.pile) render(state);
  });
}

/**
 * @param {Event} event
 * @returns {string | null}
 */
function pileOf({ target }) {
  return (target instanceof Element && target.closest("[data-pile]")?.getAttribute("data-pile")) || null;
}
