/**
 * What the page as a whole shows: race.css hides the parts that do not belong to the scene.
 * @module
 */

/** @import { Scene, State } from "./state.js" */
import { part } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { LOGGED_OUT } from "../net/messages.js";
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
  const connection = part(document, "#connection");
  const titleAtRest = document.title;
  return (state) => {
    const shown = scene(state);
    document.body.dataset.scene = shown;
    if (state.race) document.body.dataset.watching = state.race.watching;
    if (shown !== "loading") document.body.dataset.layout = LAYOUTS[shown];
    connection.hidden = state.connection === "online";
    connection.dataset.connection = state.closeCode === LOGGED_OUT ? "logged-out" : state.connection;
    const running = shown === "countdown" || shown === "play";
    document.title = running ? gettext("Racing: %(title)s", { title: titleAtRest }) : titleAtRest;
  };
}
