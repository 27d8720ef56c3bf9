/**
 * The player's own finish: the clock stands, the last cards cascade home, then the honours. Nothing waits for it but
 * this page; any key or tap ends it.
 * @module
 */

/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { sound } from "../lib/sound.js";
import { confetti } from "./confetti.js";
import { ownBoard, ownSeat, scene } from "./state.js";

/** How long the honours stand before the result, in milliseconds. */
const HONOURS = 5000;

/** The longest wait for the last board; it comes with the news of the finish. */
const WITHOUT_BOARD = 2000;

/** Presses of a player still at work aren't meant for the finale. */
const AT_WORK = 500;

const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta", "Tab"]);

/**
 * @param {Control} control
 * @param {() => Promise<unknown>} settled when the cards on the player's table have come to rest
 * @param {() => void} settle brings them to rest
 * @returns {(state: State, before: State) => void}
 */
export function finale(control, settled, settle) {
  const { dataset } = document.body;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let began = 0;
  let stop = () => {};

  function begin() {
    began = performance.now();
    dataset.finale = "cascade";
    document.addEventListener("keydown", press, true);
    document.addEventListener("click", tap, true);
    timer = setTimeout(honours, WITHOUT_BOARD);
  }

  function honours() {
    if (dataset.finale !== "cascade") return;
    dataset.finale = "honours";
    clearTimeout(timer);
    celebrate();
    timer = setTimeout(end, HONOURS);
  }

  function celebrate() {
    sound("win");
    if (ownSeat(control.state)?.place === 1) stop = confetti();
  }

  function end() {
    stop();
    // Skipped before its confetti, a win has it on the next page; without motion, it has none.
    if (dataset.finale === "cascade") celebrate();
    else if (dataset.finale !== "honours") sound("win");
    delete dataset.finale;
    clearTimeout(timer);
    document.removeEventListener("keydown", press, true);
    document.removeEventListener("click", tap, true);
    settle();
    control.endFinale();
  }

  /** @param {Event} event */
  function skip(event) {
    event.preventDefault();
    event.stopPropagation();
    if (performance.now() - began > AT_WORK) end();
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || MODIFIERS.has(event.key)) return;
    if (!([" ", "Enter"].includes(event.key) && isControl(event.target))) skip(event);
  }

  /** @param {MouseEvent} event */
  function tap(event) {
    if (!isControl(event.target)) skip(event);
  }

  return (state, before) => {
    if (scene(state) !== "finale") return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (calm) return end();
    if (scene(before) !== "finale") begin();
    if (dataset.finale !== "cascade" || ownBoard(state)?.board.outcome !== "won") return;
    clearTimeout(timer);
    void settled().then(honours);
  };
}

/**
 * Whether a press is meant for a control of the page, which works as ever; the piles of the table are none now.
 * @param {EventTarget | null} target
 */
function isControl(target) {
  const control = target instanceof Element ? target.closest("button, a, dialog, summary") : null;
  return control !== null && !control.closest(".card-table");
}
