/**
 * The code with which another page shows this replay from the step that is shown, and the button that copies it.
 * @module
 */

import { copied, sayOn } from "../lib/copied.js";

/**
 * @param {(text: string) => void} say to a screen reader
 * @param {() => number} step the number of the action that is shown
 */
export function embedCode(say, step) {
  const [root, button, code] = [document.querySelector("#embed"), document.querySelector("#embed-copy"), document.querySelector("#embed-code")];
  if (!root || !(button instanceof HTMLButtonElement) || !(code instanceof HTMLTextAreaElement)) return;
  const whole = code.value;
  // While it is open the replay may play on, but what is being copied stays.
  root.addEventListener("beforetoggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === "open") code.value = from(whole, step());
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
