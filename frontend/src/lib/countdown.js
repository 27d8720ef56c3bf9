/**
 * The clock to the next deals. It counts from what the server says is left, so the visitor's own clock may be wrong.
 * @module
 */

import { part, write } from "./elements.js";
import { fill } from "./gettext.js";
import { hourText, remainingText } from "./times.js";

/** Starts the clock of a page; one without it, such as that of a past day, is left alone. */
export function countdown() {
  const clock = document.getElementById("daily-clock");
  if (!clock) return;
  // Not performance.now(): a computer may sleep until after midnight.
  const end = Date.now() + Number(clock.dataset.left);
  const local = part(document, "#daily-local");
  write(local, fill(local.dataset.text ?? "", { time: hourText(end) }));
  local.hidden = false;

  const timer = setInterval(show, 1000);
  show();

  function show() {
    const left = end - Date.now();
    write(/** @type {HTMLElement} */ (clock), remainingText(Math.max(0, left)));
    if (left > 0) return;
    clearInterval(timer);
    part(document, "#daily-fresh").hidden = false;
  }
}
