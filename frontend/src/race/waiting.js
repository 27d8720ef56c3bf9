/**
 * Buttons that need the server say why they wait for it; the eye finds the same words beside them.
 * @module
 */

/** @import { State } from "./state.js" */
import { patch } from "../lib/elements.js";

/**
 * @param {HTMLButtonElement} button
 * @param {State} state
 * @param {boolean} [allowed] whether it could be pressed with a connection
 */
export function enable(button, { connection }, allowed = true) {
  const offline = connection !== "online";
  patch(button, { disabled: offline || !allowed });
  if (offline) button.setAttribute("aria-describedby", "waits");
  else button.removeAttribute("aria-describedby");
}
