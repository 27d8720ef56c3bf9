/**
 * What differs in a practice: restart, beside the other buttons or in the dialog of its end.
 * @module
 */

/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { ownBoard, scene } from "./state.js";
import { enable } from "./waiting.js";

/**
 * @param {Control} control
 * @returns {(state: State) => void}
 */
export function practice(control) {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = document.querySelectorAll("#restart, #restart-instead");
  // In the dialog, its form tells that it was pressed: a press that disables the button closes nothing.
  for (const restart of buttons) if (!restart.form) restart.onclick = () => control.ask({ t: "restart" });
  return (state) => {
    if (state.begun) location.replace(`/race/${state.begun}/${location.search}`);
    const waits = "restart" in state.asked || state.begun !== null;
    for (const restart of buttons) {
      enable(restart, state, !waits && scene(state) === "play" && Boolean(ownBoard(state)?.n));
    }
  };
}
