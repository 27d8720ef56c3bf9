/**
 * What comes after a round of an event, on its result: the next start, and the way to the new table, for a watcher to one of the tables.
 * @module
 */

/** @import { EventFrame, ServerFrame, YouFrame } from "../net/messages.js" */
/** @import { State } from "./state.js" */
import { part, slot, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { openInTime } from "../lib/opening.js";
import { remainingText } from "../lib/times.js";
import { Socket } from "../net/socket.js";
import { scene } from "./state.js";

const TICK = 500;

/**
 * @param {string} address of the event's socket
 * @param {string} code of the race whose result this page shows
 * @returns {(state: State) => void}
 */
export function nextRound(address, code) {
  const root = part(document, "#next-round");
  /** @type {HTMLAnchorElement} */
  const link = part(root, "[data-slot=table]");
  /** @type {EventFrame | null} */
  let event = null;
  /** @type {YouFrame | null} */
  let you = null;
  /** When the next round starts, on the page's own clock. @type {number | null} */
  let start = null;
  /** @type {Socket | null} */
  let socket = null;

  /** @param {ServerFrame} frame */
  function take(frame) {
    if (frame.t === "event") {
      event = frame;
      start = frame.starts_in === null ? null : performance.now() + frame.starts_in;
    } else if (frame.t === "you") you = frame;
    show();
  }

  function show() {
    const isNew = you?.table != null && you.table !== code;
    const watched = isNew ? null : toWatch(event, code);
    link.hidden = !isNew && watched === null;
    if (isNew && you) link.href = `/race/${you.table}/`;
    else if (watched !== null && event) {
      link.href = `/race/${watched}/`;
      write(link, gettext("Watch round %(n)s", { n: event.round ?? 0 }));
    }
    const left = start === null ? null : Math.max(0, start - performance.now());
    if (isNew && left !== null) openInTime(link.href, left);
    write(slot(root, "text"), words(left, isNew || watched !== null));
    root.hidden = slot(root, "text").textContent === "";
  }

  /**
   * @param {number | null} left until the next start
   * @param {boolean} isNew whether there is a table for the reader in the round that comes, or is on
   */
  function words(left, isNew) {
    if (!event || event.round === null) return "";
    if (left === null) return isNew ? gettext("Round %(n)s is on.", { n: event.round }) : "";
    const values = { n: event.round, left: remainingText(left) };
    return you?.joined
      ? gettext("Round %(n)s starts in %(left)s. You'll be taken to your table.", values)
      : gettext("Round %(n)s starts in %(left)s.", values);
  }

  return (state) => {
    if (socket || scene(state) !== "result") return;
    socket = new Socket(address, { onFrame: take, onConnection: () => {} });
    socket.open();
    setInterval(show, TICK);
    addEventListener("online", () => socket?.wake());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) socket?.wake();
    });
  };
}

/**
 * The code of a table that a reader without a seat may watch: of another round that is on.
 * @param {Pick<EventFrame, "ends_in" | "tables"> | null} event
 * @param {string} code of the race whose result is shown
 * @returns {string | null}
 */
export function toWatch(event, code) {
  if (!event || event.ends_in === null || event.tables.some((table) => table.code === code)) return null;
  return event.tables[0]?.code ?? null;
}
