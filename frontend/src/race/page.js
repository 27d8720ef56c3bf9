/**
 * Which parts of the page are shown.
 * @module
 */

/** @import { Scene, State } from "./state.js" */
import { part } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { scene } from "./state.js";

/**
 * How the page is laid out: `page` scrolls, `table` is one window with the own table, `wall` has
 * the tables of others.
 * @type {Record<Exclude<Scene, "loading">, "page" | "table" | "wall">}
 */
const LAYOUTS = {
  room: "page",
  countdown: "table",
  play: "table",
  done: "table",
  watch: "wall",
  result: "page",
};

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
    if (shown !== "loading") document.body.dataset.layout = LAYOUTS[shown];
    for (const element of parts) {
      element.hidden = !element.dataset.scenes?.split(" ").includes(shown);
    }
    connection.hidden = state.connection === "online";
    connection.dataset.connection = state.connection;
    const running = shown === "countdown" || shown === "play";
    document.title = running ? gettext("Racing: %(title)s", { title: titleAtRest }) : titleAtRest;
  };
}
