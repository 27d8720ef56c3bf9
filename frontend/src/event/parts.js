/**
 * What else changes on the page of an event: players, rounds, tables, commitments and keys.
 * @module
 */

/** @import { EventFrame, RoundState } from "../net/messages.js" */
import { part, rows, slot, write } from "../lib/elements.js";
import { fill } from "../lib/gettext.js";
import { live } from "../lib/live.js";

const say = live();

/** @param {EventFrame} event */
export function showEvent(event) {
  const players = part(document, "#event-players");
  write(players, fill((event.players === 1 ? players.dataset.one : players.dataset.many) ?? "", { n: event.players }));
  document.body.dataset.state = event.state;
  for (const round of event.rounds) showRound(round);
  showTables(event);
}

/** @param {RoundState} round */
function showRound(round) {
  const list = part(document, "#rounds");
  const row = part(list, `[data-number="${round.number}"]`);
  if (row.dataset.state !== round.state) {
    row.dataset.state = round.state;
    const state = slot(row, "state");
    write(state, list.getAttribute(`data-${round.state}`) ?? "");
    state.hidden = round.state === "coming";
    say(`${round.number}: ${state.textContent}`);
  }
  const proofs = part(document, "#proofs");
  const proof = part(proofs, `[data-number="${round.number}"]`);
  write(slot(proof, "commitment"), round.commitment ?? proofs.dataset.missing ?? "");
  write(slot(proof, "key"), round.key ?? proofs.dataset.later ?? "");
}

/** @param {EventFrame} event */
function showTables({ tables, rounds }) {
  part(document, "#tables-part").hidden = tables.length === 0;
  const latest = rounds.findLast(({ raced }) => raced > 0)?.number ?? 0;
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
