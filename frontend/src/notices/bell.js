/**
 * The bell of every page: it counts what is new while the page is open, and opens a panel with the latest lines.
 * @module
 */

import { part, write } from "../lib/elements.js";
import { whenSeen } from "../lib/seen.js";
import { fetchJson } from "../net/fetched.js";
import { drawer } from "./panel.js";
import { register } from "./register.js";
import { markSeen } from "./seen.js";

const EVERY = 30_000;

/** @typedef {{ count: string, label: string, latest: number, said: string }} News */

/** @param {HTMLAnchorElement} link */
export function bell(link) {
  const count = part(link, ".notices-count");
  const region = document.createElement("p");
  region.className = "visually-hidden";
  region.setAttribute("role", "status");
  link.after(region);
  let latest = Number(link.dataset.latest);

  async function look() {
    // At the table, where the bell is hidden, nothing comes between.
    if (document.hidden || getComputedStyle(link).visibility === "hidden") return;
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
    if (news.latest > latest) {
      latest = news.latest;
      write(region, news.said);
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
  setInterval(() => void look(), EVERY);
  // Without one, as in a private window, all but pushes and the page without a network works.
  register().catch(() => {});
}
