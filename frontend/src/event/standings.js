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
  // Beside accounts: a guest may have taken the name of one.
  const { gone = "", guest = "" } = list.dataset;
  const marks = { gone, guest: shown.some((one) => !one.guest) ? guest : "" };
  const before = tops(list);
  rows(list, template, shown, ({ player }) => player, (row, one) => {
    fillRow(row, one, own?.player === one.player, marks);
  });
  move(list, before);
}

/**
 * @param {HTMLElement} row
 * @param {StandingRow} one
 * @param {boolean} isOwn
 * @param {{ gone: string, guest: string }} marks the badges of players who have left, and of guests
 */
function fillRow(row, one, isOwn, marks) {
  row.classList.toggle("own", isOwn);
  write(slot(row, "place"), String(one.place ?? "–"));
  const name = /** @type {HTMLAnchorElement} */ (slot(row, "name"));
  name.href = `/player/${one.player}/`;
  write(name, one.name);
  mark(slot(row, "guest"), one.guest ? marks.guest : "");
  mark(slot(row, "gone"), one.left ? marks.gone : "");
  write(slot(row, "rounds"), String(one.rounds));
  write(slot(row, "best"), one.best ? String(one.best) : "–");
  write(slot(row, "points"), pointsText(one.points));
}

/**
 * @param {HTMLElement} badge
 * @param {string} word empty if nothing is marked
 */
function mark(badge, word) {
  badge.hidden = !word;
  write(badge, word);
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
