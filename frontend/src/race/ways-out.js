/**
 * The ways to give up a run, in a dialog: none of them can be undone.
 * @module
 */

/**
 * Who is still in the race: others, nobody, or nobody who could overtake the player; or that a lone attempt has no move yet.
 * @typedef {"rivals" | "alone" | "first" | "unmoved"} Left
 */

import { part } from "../lib/elements.js";

/**
 * Asks the player for a way out. To leave, and so be last, is offered only while others are in the race.
 * @param {Left} left
 * @returns {Promise<"end" | "leave" | "restart" | null>} nothing to play on
 */
export function wayOut(left) {
  /** @type {HTMLDialogElement} */
  const dialog = part(document, "#ways-out");
  for (const element of dialog.querySelectorAll("[data-left]")) {
    element.toggleAttribute("hidden", !element.getAttribute("data-left")?.split(" ").includes(left));
  }
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      const way = dialog.returnValue;
      resolve(way === "end" || way === "leave" || way === "restart" ? way : null);
    }, { once: true });
  });
}

/** Takes the question back, once there is no run to give up. */
export function askNoMore() {
  /** @type {HTMLDialogElement} */ (part(document, "#ways-out")).close();
}
