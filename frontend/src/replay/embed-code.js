/**
 * The code with which another page shows this replay, and the button that copies it.
 * @module
 */

import { copied } from "../lib/copied.js";

/** @param {(text: string) => void} say to a screen reader */
export function embedCode(say) {
  const [button, code] = [document.querySelector("#embed-copy"), document.querySelector("#embed-code")];
  if (!(button instanceof HTMLButtonElement) || !(code instanceof HTMLTextAreaElement)) return;
  button.onclick = async () => {
    if (!(await copied(code))) return;
    const done = button.dataset.done ?? "";
    button.textContent = done;
    say(done);
  };
}
