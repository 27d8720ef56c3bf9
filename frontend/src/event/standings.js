/**
 * The standings of an event, whose rows move.
 * @module
 */

/** @import { StandingRow, StandingsFrame, YouFrame } from "../net/messages.js" */
import { part, rows, slot, write } from "../lib/elements.js";
import { pointsText } from "../lib/points.js";

const MOVE = 400;

/**
 * @param {StandingsFrame} frame
 * @param {YouFrame | null} you
 */
export function showStandings(frame, you) {
  const list = part(document, "#standings");
  /** @type {HTMLTemplateElement} */
  const template = part(document, "#standing-row");
  const shown = [...frame.rows];
  const own = you?.row;
  if (own && shown.every(({ player }) => player !== own.player)) shown.push(own);
  part(document, "#standings-table").hidden = shown.length === 0;
  part(document, "#standings-empty").hidden = shown.length > 0 || document.body.dataset.state === "over";
  const before = tops(list);
  rows(list, template, shown, ({ player }) => player, (row, one) => {
    fillRow(row, one, own?.player === one.player, list.dataset.gone ?? "");
  });
  move(list, before);
}

/**
 * @param {HTMLElement} row
 * @param {StandingRow} one
 * @param {boolean} isOwn
 * @param {string} word what marks who has left
 */
function fillRow(row, one, isOwn, word) {
  row.classList.toggle("own", isOwn);
  write(slot(row, "place"), String(one.place ?? "–"));
  const name = /** @type {HTMLAnchorElement} */ (slot(row, "name"));
  name.href = `/player/${one.player}/`;
  write(name, one.name);
  const gone = slot(row, "gone");
  gone.hidden = !one.left;
  write(gone, one.left ? word : "");
  write(slot(row, "rounds"), String(one.rounds));
  write(slot(row, "best"), one.best ? String(one.best) : "–");
  write(slot(row, "points"), pointsText(one.points));
}

/**
 * @param {HTMLElement} list
 * @returns {Map<Element, number>}
 */
function tops(list) {
  return new Map([...list.children].map((row) => [row, row.getBoundingClientRect().top]));
}

/**
 * Lets each row glide from where it was.
 * @param {HTMLElement} list
 * @param {Map<Element, number>} before
 */
function move(list, before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const row of list.children) {
    const by = (before.get(row) ?? NaN) - row.getBoundingClientRect().top;
    if (by) row.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: MOVE, easing: "ease-out" });
  }
}
