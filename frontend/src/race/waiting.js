/**
 * Buttons that need the server say why they wait for it.
 * @module
 */

/** @import { State } from "./state.js" */
import { gettext } from "../lib/gettext.js";

/**
 * @param {HTMLButtonElement} button
 * @param {State} state
 * @param {boolean} [allowed] whether it could be pressed with a connection
 */
export function enable(button, { connection }, allowed = true) {
  const offline = connection !== "online";
  button.disabled = offline || !allowed;
  button.title = offline ? gettext("Waiting for the connection") : "";
}
