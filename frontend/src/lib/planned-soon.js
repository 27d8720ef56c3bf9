/**
 * The sentence beside the button that starts a clock which can't be paused: the reader's planned race begins soon.
 * @module
 */

import { patch, write } from "./elements.js";
import { fill } from "./gettext.js";
import { remainingText } from "./times.js";

/** An attempt may take as long. */
const SOON = 10 * 60_000;

export function plannedSoon() {
  /** @type {HTMLElement | null} */
  let counted = null;
  let told = "";
  let end = 0;
  function show() {
    /** @type {HTMLElement | null} */
    const line = document.querySelector(".planned-soon");
    const { left = "", words = "" } = line?.dataset ?? {};
    if (!line) return;
    // The part of a page that is renewed brings what is left now. Not performance.now(): a computer may sleep.
    if (line !== counted || left !== told) end = Date.now() + Number(left);
    [counted, told] = [line, left];
    const rest = end - Date.now();
    patch(line, { hidden: rest <= 0 || rest > SOON });
    write(line, fill(words, { left: remainingText(Math.max(0, rest)) }));
  }
  show();
  setInterval(show, 1000);
}
