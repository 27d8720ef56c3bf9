/**
 * The ways to give up a run, in a dialog: none of them can be undone.
 * @module
 */

import { part } from "../lib/elements.js";

/**
 * Asks the player for a way out. To leave, and so be last, is offered only while others are in the race.
 * @param {boolean} alone
 * @returns {Promise<"end" | "leave" | "restart" | null>} nothing to play on
 */
export function wayOut(alone) {
  /** @type {HTMLDialogElement} */
  const dialog = part(document, "#ways-out");
  for (const element of dialog.querySelectorAll("[data-rivals]")) element.toggleAttribute("hidden", alone);
  for (const element of dialog.querySelectorAll("[data-alone]")) element.toggleAttribute("hidden", !alone);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      const way = dialog.returnValue;
      resolve(way === "end" || way === "leave" || way === "restart" ? way : null);
    }, { once: true });
  });
}
