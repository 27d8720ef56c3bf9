/**
 * The code with which another page shows this replay from the step that is shown, and the button that copies it.
 * @module
 */

import { copied, sayOn } from "../lib/copied.js";

/**
 * @param {(text: string) => void} say to a screen reader
 * @param {() => number} halt stops the replay and returns the number of the action that is shown
 */
export function embedCode(say, halt) {
  const [root, button, code] = [document.querySelector("#embed"), document.querySelector("#embed-copy"), document.querySelector("#embed-code")];
  if (!root || !(button instanceof HTMLButtonElement) || !(code instanceof HTMLTextAreaElement)) return;
  const whole = code.value;
  root.addEventListener("beforetoggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === "open") code.value = from(whole, halt());
  });
  button.onclick = async () => {
    const said = ((await copied(code)) ? button.dataset.done : button.dataset.failed) ?? "";
    sayOn(button, said);
    say(said);
  };
}

/**
 * The code of a frame that begins at a step.
 * @param {string} code
 * @param {number} step
 * @returns {string}
 */
function from(code, step) {
  return step ? code.replace(/src="[^"]*/, `$&?n=${step}`) : code;
}
