/**
 * The reader's own part in an event: joined or not, and the way to the table.
 * @module
 */

/** @import { YouFrame } from "../net/messages.js" */
import { part } from "../lib/elements.js";

/** How far the openings of tables are spread, in milliseconds: a thousand pages at once would be slow. */
const SPREAD = 4000;

let opens = false;

/**
 * @param {YouFrame} you
 * @param {number | null} leftToStart until the start of the round, if it lies ahead
 */
export function showOwn(you, leftToStart) {
  /** @type {HTMLAnchorElement} */
  const link = part(document, "#own-table");
  link.hidden = you.table === null;
  if (you.table !== null) link.href = `/race/${you.table}/`;
  for (const [id, shown] of /** @type {const} */ ([["join", !you.joined], ["leave", you.joined]])) {
    const form = document.getElementById(id);
    // Without a form to join, the last round has begun.
    if (form) form.hidden = !shown || !document.getElementById("join");
  }
  // Once the round is on, the reader has come back to this page on purpose.
  if (you.table === null || leftToStart === null || opens) return;
  opens = true;
  const wait = Math.random() * Math.min(SPREAD, Math.max(0, leftToStart - SPREAD));
  setTimeout(() => location.assign(link.href), wait);
}
