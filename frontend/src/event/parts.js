/**
 * What else changes on the page of an event: players, rounds, tables, commitments and keys.
 * @module
 */

/** @import { EventFrame, RoundState } from "../net/messages.js" */
import { part, rows, slot, write } from "../lib/elements.js";
import { fill } from "../lib/gettext.js";
import { live } from "../lib/live.js";
import { bestText } from "../lib/rounds.js";
import { hourText, lateText } from "../lib/times.js";

const say = live();

/** @param {EventFrame} event */
export function showEvent(event) {
  const players = part(document, "#event-players");
  const { one, many, oneOver, manyOver } = players.dataset;
  const words = event.state === "over" ? [oneOver, manyOver] : [one, many];
  write(players, fill(words[event.players === 1 ? 0 : 1] ?? "", { n: event.players }));
  document.body.dataset.state = event.state;
  showNames(event);
  for (const round of event.rounds) showRound(round, event.state === "over");
  showTables(event);
}

/** @param {EventFrame} event */
function showNames({ names, players, state }) {
  const shown = document.getElementById("names-part");
  if (!shown) return;
  shown.hidden = players === 0 || state !== "coming";
  write(part(shown, "#names"), names.join(", "));
  const more = players - names.length;
  write(part(shown, "#names-more"), more > 0 ? `+${more}` : "");
}

/**
 * @param {RoundState} round
 * @param {boolean} isOver whether the event is, so that no result is still to come
 */
function showRound(round, isOver) {
  const list = part(document, "#rounds");
  const row = part(list, `[data-number="${round.number}"]`);
  if (row.dataset.state !== round.state) {
    row.dataset.state = round.state;
    const state = slot(row, "state");
    write(state, list.getAttribute(`data-${round.state}`) ?? "");
    state.hidden = round.state === "coming";
    say(`${round.number}: ${state.textContent}`);
  }
  write(slot(row, "starts"), hourText(round.starts_at));
  const instead = slot(row, "instead");
  instead.hidden = round.instead === null;
  // A round has one difficulty: its deal's, once it is known to be another.
  for (const wished of row.querySelectorAll("[data-slot=difficulty]")) wished.toggleAttribute("hidden", round.instead !== null);
  if (round.commitment !== null) row.querySelector("[data-slot=awaits]")?.remove();
  const difficulty = (round.instead && list.getAttribute(`data-${round.instead}`)) ?? "";
  write(instead, round.instead ? fill(instead.dataset.text ?? "", { difficulty }) : "");
  const best = slot(row, "best");
  best.hidden = round.best === null && !(isOver && round.state === "over");
  slot(row, "best-replay").hidden = round.best === null;
  if (!round.best) write(slot(row, "best-words"), list.dataset.nobody ?? "");
  if (round.best) {
    const { result = "", nothing = "", more = "" } = row.dataset;
    write(slot(row, "best-words"), bestText(round.best, { result, nothing, nothing_more: more }));
    /** @type {HTMLAnchorElement} */ (slot(row, "best-replay")).href = `/entry/${round.best.entry}/replay`;
  }
  const proofs = part(document, "#proofs");
  const proof = part(proofs, `[data-number="${round.number}"]`);
  write(slot(proof, "commitment"), round.commitment ?? proofs.dataset.missing ?? "");
  write(slot(proof, "key"), round.key ?? proofs.dataset.later ?? "");
}

/** @param {EventFrame} event */
function showTables({ tables, rounds }) {
  part(document, "#tables-part").hidden = tables.length === 0;
  const raced = rounds.findLast(({ raced }) => raced > 0);
  const latest = raced?.number ?? 0;
  const late = part(document, "#tables-late");
  late.hidden = raced?.state === "over";
  if (raced) write(late, fill(late.dataset.text ?? "", { late: lateText(raced.delay) }));
  const title = part(document, "#tables-title");
  write(title, fill(title.dataset.text ?? "", { n: latest }));
  /** @type {HTMLTemplateElement} */
  const template = part(document, "#table-row");
  const list = part(document, "#tables");
  const numbered = tables.map((table, at) => ({ ...table, number: at + 1 }));
  rows(list, template, numbered, ({ code }) => code, (row, { code, players, number }) => {
    const link = /** @type {HTMLAnchorElement} */ (slot(row, "code"));
    link.href = `/race/${code}/`;
    write(link, fill(list.dataset.text ?? "", { n: number }));
    write(slot(row, "names"), players.join(", "));
  });
}
