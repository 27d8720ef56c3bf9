/**
 * The bell of every page: it counts what is new while the page is open, and opens a panel with the latest lines.
 * @module
 */

import { part, write } from "../lib/elements.js";
import { tellHours } from "../lib/hours.js";
import { whenSeen } from "../lib/seen.js";
import { showWayBack } from "../lib/way-back.js";
import { fetchJson, fetchText } from "../net/fetched.js";
import { drawer } from "./panel.js";
import { register } from "./register.js";
import { markSeen } from "./seen.js";

const EVERY = 30_000;

/** The first look comes sooner: a table may have opened since the page was made. */
const FIRST = 10_000;

const DAY = 86_400_000;

/** How long after an outcome has changed its notice is there at the latest, in milliseconds. */
const TOLD = 5000;

/** The scenes of a race page in which its player is at the cards. */
const RACING = new Set(["loading", "countdown", "play", "finale"]);

/** How long after the opening of tables to look, in milliseconds, and how far these looks are spread. */
const SPREAD = 3000;

/**
 * @typedef {object} News
 * @property {string} count
 * @property {string} label
 * @property {number} latest
 * @property {string} said
 * @property {string} race the line that leads to the reader's race or calls to one
 * @property {number | null} opens the time until the reader is called to a race, or may be, in milliseconds
 */

/** @param {HTMLAnchorElement} link */
export function bell(link) {
  const count = part(link, ".notices-count");
  const region = document.createElement("p");
  region.className = "visually-hidden";
  region.setAttribute("role", "status");
  link.after(region);
  let latest = Number(link.dataset.latest);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let opening;

  /** @param {boolean} [isCalled] whether a table opens now: then a page in another tab looks too */
  async function look(isCalled = false) {
    if ((document.hidden && !isCalled) || isRacing()) return;
    try {
      const asked = new URLSearchParams({ after: String(latest), page: location.pathname });
      show(await fetchJson(`${link.dataset.news}?${asked}`));
    } catch {
      // The server may be down for a moment; the next look finds it.
    }
  }

  /** @param {News} news */
  function show(news) {
    write(count, news.count);
    link.setAttribute("aria-label", news.label);
    if (news.latest > latest && getComputedStyle(link).visibility !== "hidden") {
      latest = news.latest;
      write(region, news.said);
      void listAnew();
    }
    const called = showWayBack(news.race);
    if (called) write(region, called);
    clearTimeout(opening);
    if (news.opens !== null && news.opens < DAY) opening = setTimeout(() => void look(true), Math.max(0, news.opens) + SPREAD * (0.3 + Math.random()));
  }

  /** On the page that lists them, what comes is read as it comes. */
  async function listAnew() {
    const shown = document.querySelector("#main .notices");
    const form = document.querySelector("#main .notices-seen");
    if (!shown || !form) return;
    try {
      const fresh = new DOMParser().parseFromString(await fetchText(location.pathname), "text/html");
      shown.replaceWith(fresh.querySelector(".notices") ?? shown);
      form.replaceWith(fresh.querySelector(".notices-seen") ?? form);
      tellHours();
      whenSeen(() => void read(part(document, "#main")));
    } catch {
      // Offline: the next reload lists it.
    }
  }

  /** @param {ParentNode} root what lists notices */
  async function read(root) {
    if (await markSeen(root)) await look();
  }

  drawer(link, read);
  const page = document.querySelector("#main");
  if (page) whenSeen(() => void read(page));
  document.addEventListener("visibilitychange", () => void look());
  document.addEventListener("outcome", () => setTimeout(() => void look(), TOLD));
  setInterval(() => void look(), EVERY);
  setTimeout(() => void look(), FIRST);
  // Without one, as in a private window, all but pushes and the page without a network works.
  register().catch(() => {});
}

/** Whether nothing may come between the reader and the cards: a practice can wait. */
function isRacing() {
  const { classList, dataset } = document.body;
  return RACING.has(dataset.scene ?? "") && !classList.contains("practice-page");
}
