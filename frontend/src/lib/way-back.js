/**
 * The link back to a race that runs: closed for that race, in this browser. On a page that stays open it comes and goes with the race.
 * @module
 */

import { part } from "./elements.js";
import { tellHours } from "./hours.js";

const COOKIE = "way-back";
const DAY = 24 * 60 * 60;

/** Marks the title of a page in another tab. */
const MARK = "● ";

/** What the line said when the server was last asked. @type {string | null} */
let known = null;

export function wayBack() {
  /** @type {HTMLElement | null} */
  const line = document.querySelector(".way-back");
  line?.querySelector(".dismiss")?.addEventListener("click", () => {
    document.cookie = `${COOKIE}=${line.dataset.code}; path=/; max-age=${DAY}; samesite=lax`;
    line.remove();
    document.title = unmarked();
  });
}

/**
 * Shows the line as the server has it now.
 * @param {string | null} html empty without a race; null on a page that leads there itself
 * @returns {string} what is new to the reader
 */
export function showWayBack(html) {
  if (html === null) return "";
  const line = document.querySelector(".way-back");
  const next = document.createRange().createContextualFragment(html).querySelector(".way-back");
  const words = next?.querySelector("a")?.textContent?.trim() ?? "";
  const told = `${addressOf(next)} ${words}`;
  // The hours in the page's own line are in the reader's time zone: at first, only where it leads tells whether it is the same.
  const isSame = known === null ? addressOf(line) === addressOf(next) : told === known;
  known = told;
  if (isSame) return "";
  line?.remove();
  document.title = (next ? MARK : "") + unmarked();
  if (!next) return "";
  part(document, "#main").prepend(next);
  tellHours();
  wayBack();
  return words;
}

function unmarked() {
  return document.title.replace(MARK, "");
}

/** @param {Element | null} line */
function addressOf(line) {
  return line?.querySelector("a")?.getAttribute("href") ?? "";
}
