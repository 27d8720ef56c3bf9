/**
 * The player's own finish: the clock stands, the last cards cascade home, then the honours. Nothing waits for it but
 * this page; any key or tap ends it.
 * @module
 */

/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { confetti } from "../lib/confetti.js";
import { sound } from "../lib/sound.js";
import { skippable } from "./skipping.js";
import { ownBoard, ownSeat, scene } from "./state.js";

/** How long the honours stand before the result, in milliseconds. */
const HONOURS = 5000;

/** The longest wait for the last board; it comes with the news of the finish. */
const WITHOUT_BOARD = 2000;

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
  let stop = () => {};
  let unbind = () => {};

  function begin() {
    dataset.finale = "cascade";
    unbind = skippable(end);
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
    unbind();
    settle();
    control.endFinale();
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
