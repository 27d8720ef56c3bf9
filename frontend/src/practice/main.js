/**
 * The page on which a practice begins: it asks for cards only if they are to be entered.
 * @module
 */

import { part } from "../lib/elements.js";
import { bindOptions } from "../lib/options.js";
import { drawSmallBoards } from "../table/small-board.js";

/** @type {HTMLFormElement} */
const form = part(document, "#practice");
/** @type {HTMLSelectElement} */
const draw = part(form, 'select[name="draw"]');
/** @type {HTMLTextAreaElement} */
const deal = part(form, 'textarea[name="deal"]');

const field = part(form, "#deal-field");
const difficulty = part(form, "#difficulty-field");

function show() {
  field.hidden = draw.value !== "brought";
  // How hard any other deal is, no one knows before it was won.
  difficulty.hidden = draw.value !== "proven";
}

bindOptions(form);
drawSmallBoards();
draw.addEventListener("change", () => {
  show();
  if (field.hidden) deal.value = "";
  else deal.focus();
});
// A page restored by the browser, or refused by the server, keeps what was entered.
addEventListener("pageshow", () => {
  if (deal.value.trim()) draw.value = "brought";
  show();
});
show();
