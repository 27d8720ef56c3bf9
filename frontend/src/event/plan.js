/**
 * The form that plans an event: its start is in the reader's time zone, and it says how long the event lasts.
 * @module
 */

import { part, write } from "../lib/elements.js";
import { fill } from "../lib/gettext.js";
import { startField } from "../lib/start-field.js";

/** @type {HTMLFormElement | null} */
const form = document.querySelector("#plan-event");
if (form) {
  startField(form);
  form.addEventListener("change", () => tell(form));
  tell(form);
}

/** @param {HTMLFormElement} form */
function tell(form) {
  const sent = new FormData(form);
  const limits = [...sent].filter(([name]) => name.endsWith("-limit")).map(([, minutes]) => Number(minutes));
  const rest = Number(sent.get("pause")) * (limits.length - 1);
  const lasts = part(form, "#lasts");
  write(lasts, fill(lasts.dataset.text ?? "", { n: limits.reduce((sum, minutes) => sum + minutes, rest) }));
}
