/**
 * What differs in a practice: restart, beside the other buttons or in the dialog of its end. Once cards were moved, it
 * asks first.
 * @module
 */

/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { counted } from "../lib/counted.js";
import { part, write } from "../lib/elements.js";
import { fill } from "../lib/gettext.js";
import { countText } from "../lib/wrapping.js";
import { hasRisen, ownBoard, ownSeat, scene } from "./state.js";
import { enable } from "./waiting.js";

/** So many moves are a run that nobody wants to lose by a slip of the hand. */
const MANY = 2;

/**
 * @param {Control} control
 * @returns {(state: State) => void}
 */
export function practice(control) {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = document.querySelectorAll("#restart, #restart-instead");
  /** @type {HTMLDialogElement | null} */
  const question = document.querySelector("#start-again");

  function restart() {
    const { state } = control;
    const own = ownSeat(state);
    if (!question || !own || ((ownBoard(state)?.n ?? 0) < MANY && !hasRisen(own, state.race))) return go();
    const told = part(question, "#start-again-told");
    write(told, fill(told.dataset.text ?? "", { result: countText(counted("result", { progress: own.progress })) }));
    question.returnValue = "";
    question.showModal();
  }

  function go() {
    control.ask({ t: "restart" });
  }

  question?.addEventListener("close", () => {
    if (question.returnValue === "restart" && scene(control.state) === "play") go();
  });
  // In the dialog of the end, its form tells that it was pressed: a press that disables the button closes nothing.
  for (const button of buttons) if (!button.form) button.onclick = restart;
  return (state) => {
    if (state.begun) location.replace(`/race/${state.begun}/${location.search}`);
    const waits = "restart" in state.asked || state.begun !== null;
    if (scene(state) !== "play") question?.close();
    for (const button of buttons) {
      enable(button, state, !waits && scene(state) === "play" && Boolean(ownBoard(state)?.n));
    }
  };
}
