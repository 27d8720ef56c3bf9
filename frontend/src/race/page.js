/**
 * Which parts of the page are shown.
 * @module
 */

/** @import { State } from "./state.js" */
import { part } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { scene } from "./state.js";

/**
 * @returns {(state: State) => void}
 */
export function page() {
  const parts = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-scenes]"));
  const connection = part(document, "#connection");
  const titleAtRest = document.title;
  return (state) => {
    const shown = scene(state);
    document.body.dataset.scene = shown;
    for (const element of parts) {
      element.hidden = !element.dataset.scenes?.split(" ").includes(shown);
    }
    connection.hidden = state.connection === "online";
    connection.dataset.connection = state.connection;
    const running = shown === "countdown" || shown === "play";
    document.title = running ? gettext("Racing: %(title)s", { title: titleAtRest }) : titleAtRest;
  };
}
