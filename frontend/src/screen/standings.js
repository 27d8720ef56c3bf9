/**
 * The standings: as many rows as fit, each of which moves to its new place.
 * @module
 */

/** @import { StandingsFrame } from "../net/messages.js" */
import { part, rows, slot, write } from "../lib/elements.js";
import { namesText } from "../lib/names.js";
import { pointsText } from "../lib/points.js";

/** @param {StandingsFrame} frame */
export function showStandings({ rows: standings }) {
  const list = part(document, "#standings");
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#standing"));
  part(document, "#standings-none").hidden = standings.length > 0;
  const names = standings.filter(({ place, rounds }) => place === 1 && rounds > 0).map(({ name }) => name);
  const winner = part(document, "#winner");
  const words = (names.length === 1 ? winner.dataset.one : winner.dataset.many) ?? "";
  write(winner, names.length ? words.replace("%(names)s", namesText(names)) : "");
  const order = standings.map(({ player }) => player);
  list.style.setProperty("--rows", String(standings.length));
  // A row keeps its element and its place in the document while it is shown: only its position changes.
  const kept = [...standings].sort((one, other) => one.player - other.player);
  rows(list, template, kept, ({ player }) => player, (row, one) => {
    row.style.setProperty("--rank", String(order.indexOf(one.player)));
    row.dataset.place = String(one.place);
    write(slot(row, "place"), String(one.place ?? "–"));
    write(slot(row, "name"), one.name);
    write(slot(row, "points"), pointsText(one.points));
  });
}
