/**
 * The scene of the page: race.css hides the parts that do not belong to it.
 * @module
 */

/** @import { Scene, State } from "./state.js" */
import { part, patch } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { marked, unmarked } from "../lib/way-back.js";
import { line, scene } from "./state.js";

/**
 * How the page is laid out: `page` scrolls, `table` fits the window around the player's table, `wall` shows
 * the tables of others.
 * @type {Record<Exclude<Scene, "loading">, "page" | "table" | "wall">}
 */
const LAYOUTS = {
  room: "page",
  countdown: "table",
  play: "table",
  finale: "table",
  done: "table",
  watch: "wall",
  result: "page",
};

/** How long the page says that the connection is back, in milliseconds. */
const BACK = 2500;

/**
 * Where the keyboard goes on if what it was on leaves with its scene. A result takes it in any case.
 * @type {Partial<Record<Scene, string>>}
 */
const NEXT = { room: "#lobby-buttons > .button:not([hidden])", countdown: "#arena", finale: "#arena", done: "#verdict", watch: "#watch-title" };

/**
 * @returns {(state: State) => void}
 */
export function page() {
  const notices = document.querySelectorAll(".connection");
  let titleAtRest = document.title;
  let wasRunning = false;
  const toast = part(document, "#toast");
  const around = part(document, "#main");
  const edge = part(document, "#edge");
  let wasLost = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} while the page says that the connection is back */
  let back;

  /** @param {ReturnType<typeof line>} now */
  function sayLine(now) {
    if (now === "online" && back) return;
    clearTimeout(back);
    back = now === "online" && wasLost ? setTimeout(() => draw(now), BACK) : undefined;
    wasLost = now === "waiting" || (wasLost && now !== "online");
    draw(back ? "back" : now);
  }

  /** @param {ReturnType<typeof line> | "back"} said */
  function draw(said) {
    if (said === "online") back = undefined;
    for (const notice of notices) if (notice instanceof HTMLElement) patch(notice.dataset, { line: said });
  }

  return (state) => {
    const shown = scene(state);
    const { activeElement: held } = document;
    const isNew = shown !== document.body.dataset.scene;
    // Until the first frame, the server's HTML knows what there is to see.
    if (shown !== "loading") patch(document.body.dataset, { scene: shown, layout: LAYOUTS[shown] });
    if (state.race) patch(document.body.dataset, { watching: state.race.watching });
    sayLine(line(state));
    // At a table there is one place under which no card lies.
    const place = document.body.dataset.layout === "table" ? (edge.querySelector("#guide:not([hidden])") ?? edge) : around;
    if (toast.parentElement !== place && !toast.closest("dialog[open]")) {
      place.append(toast);
      // What was said in the room is no news at the table.
      toast.hidden = true;
    }
    if (isNew && held && held !== document.body) queueMicrotask(() => keep(held, NEXT[shown]));
    const running = shown === "countdown" || shown === "play";
    // In the room, the title follows the game.
    if (shown === "room" && !wasRunning) titleAtRest = unmarked(document.title);
    // What a page said when it was opened takes no height from the cards.
    if (running && !wasRunning) document.querySelector(".messages")?.remove();
    const isRacing = running && state.race?.kind !== "solo";
    patch(document, { title: marked(isRacing ? gettext("Racing: %(title)s", { title: titleAtRest }) : titleAtRest) });
    wasRunning = running;
  };
}

/**
 * Moves the keyboard on if its element is no longer to be seen.
 * @param {Element} held
 * @param {string | undefined} next
 */
function keep(held, next) {
  if (next && !held.checkVisibility({ visibilityProperty: true })) part(document, next).focus();
}
