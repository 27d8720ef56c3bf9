/**
 * What every page has: hours in the reader's time zone, and the settings, chosen in a dialog and applied at once.
 * @module
 */

import { leaveInTime } from "../lib/ahead.js";
import { part } from "../lib/elements.js";
import { tellHours } from "../lib/hours.js";
import { choose, preference } from "../lib/preferences.js";
import { wayBack } from "../lib/way-back.js";

tellHours();
leaveInTime();

/** @type {HTMLDialogElement} */
const dialog = part(document, "#settings");
/** @type {NodeListOf<HTMLInputElement>} */
const inputs = dialog.querySelectorAll("input");

for (const opener of document.querySelectorAll('[data-opens="settings"]')) {
  opener.addEventListener("click", () => {
    for (const input of inputs) input.checked = input.value === preference(input.name);
    dialog.showModal();
  });
}
for (const input of inputs) input.addEventListener("change", () => choose(input.name, input.value));
wayBack();
/** @type {HTMLAnchorElement | null} */
const link = document.querySelector("#notices-bell");
// Strangers, whom nobody has news for, don't load it.
if (link) void import("../notices/bell.js").then(({ bell }) => bell(link));
// A click beside the dialog is one on its backdrop.
dialog.addEventListener("click", ({ target }) => {
  if (target === dialog) dialog.close();
});
