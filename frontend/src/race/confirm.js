/**
 * Asking once more before something that cannot be taken back.
 * @module
 */

import { part } from "../lib/elements.js";

/**
 * Opens a dialog whose form closes it.
 * @param {string} selector
 * @returns {Promise<boolean>} whether the answer was yes
 */
export function confirmed(selector) {
  /** @type {HTMLDialogElement} */
  const dialog = part(document, selector);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
