/**
 * The line that leads back to a race or calls to one: closed for that race, in this browser. On a page that stays open it comes and goes with the race.
 * @module
 */

import { part, write } from "./elements.js";
import { fill } from "./gettext.js";
import { tellHours } from "./hours.js";
import { remainingText } from "./times.js";

const COOKIE = "way-back";
const DAY = 24 * 60 * 60;

/** How many closed lines are remembered. */
const KEPT = 5;

/** Marks the title of a page in another tab. */
const MARK = "● ";

/** What the line said when the server was last asked. @type {string | null} */
let known = null;

/** Whether the reader is called to a race that came while the page was open. */
let isCalled = false;

export function wayBack() {
  /** @type {HTMLElement | null} */
  const line = document.querySelector(".way-back");
  line?.querySelector(".dismiss")?.addEventListener("click", () => {
    const closed = [...closedLines(), line.dataset.code].slice(-KEPT).join(".");
    document.cookie = `${COOKIE}=${closed}; path=/; max-age=${DAY}; samesite=lax`;
    line.remove();
    mark(false);
  });
  startClock(line);
}

/** @returns {string[]} the codes of the races whose line was closed */
function closedLines() {
  const value = document.cookie.split("; ").find((each) => each.startsWith(`${COOKIE}=`));
  return value?.slice(COOKIE.length + 1).split(".").filter(Boolean) ?? [];
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
    if (!clock) return;
    const width = clock.getBoundingClientRect().width;
    write(clock, left > 0 ? fill(clock.dataset.words ?? "", { left: remainingText(left) }) : ".");
    // The shorter words keep the room of those before them.
    if (left <= 0) clock.style.paddingInlineEnd = `${width - clock.getBoundingClientRect().width}px`;
  }
}

/**
 * Shows the line as the server has it now.
 * @param {string} html empty without a race
 * @returns {string} what is new to the reader
 */
export function showWayBack(html) {
  const line = document.querySelector(".way-back");
  const next = document.createRange().createContextualFragment(html).querySelector(".way-back");
  const words = textOf(next);
  const told = `${callOf(next)} ${words}`;
  // The hours in the page's own line are in the reader's time zone: at first, its words can't tell whether it is the same.
  const isSame = known === null ? callOf(line) === callOf(next) : told === known;
  known = told;
  if (isSame) return "";
  const main = part(document, "#main");
  const change = () => {
    line?.remove();
    if (next) main.before(next);
  };
  // At a table the line lies over the title.
  if (document.body.dataset.layout === "table") change();
  else keepInPlace(main, change);
  // Who still plays changes often, and calls nobody.
  const isCall = next !== null && !next.hasAttribute("data-done");
  mark(isCall);
  if (!next) return "";
  tellHours();
  const said = isCall ? textOf(document) : "";
  wayBack();
  return said;
}

/**
 * Changes what stands above the page's main part and, below the page's top, scrolls by as much, so that nothing moves for its reader.
 * @param {HTMLElement} main
 * @param {() => void} change
 */
function keepInPlace(main, change) {
  const root = document.documentElement;
  const top = () => main.getBoundingClientRect().top;
  // The browser's own anchoring would scroll once more.
  root.style.overflowAnchor = "none";
  const before = top();
  Object.assign(main.style, { marginTop: "", minHeight: "" });
  change();
  const moved = top() - before;
  // At the top of the page the header stays whole.
  if (scrollY > 0) {
    // A short page gets the length to scroll by.
    const missing = scrollY + moved + innerHeight - root.scrollHeight;
    if (moved > 0 && missing > 0) main.style.minHeight = `${main.offsetHeight + missing}px`;
    scrollBy({ top: moved, behavior: "instant" });
  }
  // At the top of the page there is nothing to scroll back to: the room stays.
  if (top() < before) main.style.marginTop = `${before - top()}px`;
  requestAnimationFrame(() => requestAnimationFrame(() => root.style.removeProperty("overflow-anchor")));
}

/**
 * @param {ParentNode | null | undefined} root
 * @returns {string} without the clock, which ticks
 */
function textOf(root) {
  return root?.querySelector(".way-back a")?.textContent?.replace(/\s+/g, " ").trim() ?? "";
}

/** @param {boolean} isNew */
function mark(isNew) {
  isCalled = isNew;
  document.title = marked(unmarked(document.title));
}

/**
 * @param {string} title
 * @returns {string} the title, marked while the reader is called
 */
export function marked(title) {
  return isCalled ? MARK + title : title;
}

/** @param {string} title */
export function unmarked(title) {
  return title.replace(MARK, "");
}

/**
 * @param {Element | null} line
 * @returns {string} where it leads, and what it calls to
 */
function callOf(line) {
  return line ? `${line.querySelector("a")?.getAttribute("href")} ${line.getAttribute("data-called") ?? ""}` : "";
}
