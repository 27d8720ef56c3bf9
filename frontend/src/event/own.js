/**
 * The reader's own part in an event: joined or not, and the way to the table.
 * @module
 */

/** @import { EventFrame, YouFrame } from "../net/messages.js" */
import { part, write } from "../lib/elements.js";
import { fill } from "../lib/gettext.js";
import { openInTime } from "../lib/opening.js";

/**
 * @param {YouFrame} you
 * @param {number | null} leftToStart until the start of the round, if it lies ahead
 */
export function showOwn(you, leftToStart) {
  /** @type {HTMLAnchorElement} */
  const link = part(document, "#own-table");
  link.hidden = you.table === null;
  if (you.table !== null) link.href = `/race/${you.table}/`;
  for (const [id, shown] of /** @type {const} */ ([["join", !you.joined && !you.removed], ["leave", you.joined]])) {
    const form = document.getElementById(id);
    // Without a form to join, the last round has begun.
    if (form) form.hidden = !shown || !document.getElementById("join");
  }
  const stay = document.getElementById("in-stay");
  // Who has a table is called there, not to stay here.
  if (stay) stay.hidden = you.table !== null;
  const removed = document.getElementById("removed");
  if (removed) removed.hidden = !you.removed;
  // Once the round is on, the reader has come back to this page on purpose.
  if (you.table !== null && leftToStart !== null) openInTime(link.href, leftToStart);
}

/**
 * Names the round from which the reader takes part.
 * @param {EventFrame} event
 * @param {YouFrame | null} you
 */
export function showRoundsAhead({ rounds, state }, you) {
  const values = { n: rounds.find((one) => one.state === "coming")?.number ?? 0, rounds: rounds.length };
  const joins = document.getElementById("join-round");
  if (joins) write(joins, fill(joins.dataset.text ?? "", values));
  const joined = document.getElementById("in-round");
  if (!joined) return;
  const isKnown = state === "coming" || !values.n || you?.table !== null || you.row !== null;
  write(joined, fill((isKnown ? joined.dataset.in : joined.dataset.text) ?? "", values));
}
