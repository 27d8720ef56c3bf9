/**
 * The page on which a practice begins: a deal that is written down is the one that is meant.
 * @module
 */

import { part } from "../lib/elements.js";
import { bindOptions } from "../lib/options.js";

/** @type {HTMLFormElement} */
const form = part(document, "#practice");
/** @type {HTMLSelectElement} */
const draw = part(form, 'select[name="draw"]');
/** @type {HTMLTextAreaElement} */
const deal = part(form, 'textarea[name="deal"]');

bindOptions(form);
deal.addEventListener("input", () => {
  if (deal.value.trim()) draw.value = "brought";
});
draw.addEventListener("change", () => {
  if (draw.value === "brought") deal.focus();
  else deal.value = "";
});
