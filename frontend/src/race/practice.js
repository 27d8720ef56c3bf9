/**
 * What differs in a practice: restart with one press.
 * @module
 */

/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { part } from "../lib/elements.js";
import { ownBoard, scene } from "./state.js";
import { enable } from "./waiting.js";

/**
 * @param {Control} control
 * @returns {(state: State) => void}
 */
export function practice(control) {
  /** @type {HTMLButtonElement | null} */
  const restart = part(document, "#controls").querySelector("#restart");
  if (restart) restart.onclick = () => control.ask({ t: "restart" });
  return (state) => {
    if (state.begun) location.replace(`/race/${state.begun}/${location.search}`);
    if (restart) {
      const waits = "restart" in state.asked || state.begun !== null;
      enable(restart, state, !waits && scene(state) === "play" && Boolean(ownBoard(state)?.n));
    }
  };
}
