/**
 * The link back to a race that runs: closed for that race, in this browser. On a page that stays open it comes and goes with the race.
 * @module
 */

import { part, write } from "./elements.js";
import { tellHours } from "./hours.js";
import { remainingText } from "./times.js";

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
  startClock(line);
}

/**
 * Counts down to a planned start. The start itself is seen at the next look at the server.
 * @param {HTMLElement | null} line
 */
function startClock(line) {
  /** @type {HTMLElement | null | undefined} */
  const clock = line?.querySelector("[data-left]");
  if (!clock) return;
  // Not performance.now(): a computer may sleep.
  const end = Date.now() + Number(clock.dataset.left);
  const timer = setInterval(show, 1000);
  show();

  function show() {
    const left = end - Date.now();
    if (left <= 0 || !clock?.isConnected) clearInterval(timer);
    if (clock) write(clock, remainingText(Math.max(0, left)));
  }
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
  const words = textOf(next);
  const told = `${callOf(next)} ${words}`;
  // The hours in the page's own line are in the reader's time zone: at first, its words can't tell whether it is the same.
  const isSame = known === null ? callOf(line) === callOf(next) : told === known;
  known = told;
  if (isSame) return "";
  line?.remove();
  document.title = (next ? MARK : "") + unmarked();
  if (!next) return "";
  part(document, "#main").prepend(next);
  tellHours();
  const said = textOf(document);
  wayBack();
  return said;
}

/**
 * @param {ParentNode | null | undefined} root
 * @returns {string} without the clock, which ticks
 */
function textOf(root) {
  return root?.querySelector(".way-back a")?.textContent?.replace(/\s+/g, " ").trim() ?? "";
}

function unmarked() {
  return document.title.replace(MARK, "");
}

/**
 * @param {Element | null} line
 * @returns {string} where it leads, and whether it calls there
 */
function callOf(line) {
  return line ? `${line.querySelector("a")?.getAttribute("href")} ${line.hasAttribute("data-called")}` : "";
}
