/**
 * Challenges appear on a page that is left open.
 * @module
 */

import { part } from "../lib/elements.js";
import { fetchText } from "./fetched.js";

const EVERY = 5000;

/**
 * Polls for challenges from now on.
 * @param {boolean} isStale whether the page came without those that are pending
 */
export function awaitChallenges(isStale) {
  const root = part(document, "#challenges");

  async function look() {
    if (document.hidden || root.contains(document.activeElement)) return;
    try {
      const found = await fetchText(root.dataset.address ?? "");
      if (words(found) !== words(root.innerHTML)) root.innerHTML = found;
    } catch {
      // The server may be down for a moment; the next poll finds it.
    }
  }

  if (isStale) void look();
  setInterval(() => void look(), EVERY);
}

/**
 * The text of a page fragment; its forms get a new token each time.
 * @param {string} html
 * @returns {string}
 */
function words(html) {
  const piece = new DOMParser().parseFromString(html, "text/html").body;
  return (piece.textContent ?? "").replace(/\s+/g, " ").trim();
}
