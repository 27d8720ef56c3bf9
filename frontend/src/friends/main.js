/**
 * Challenges appear on a page that is left open.
 * @module
 */

import { part } from "../lib/elements.js";
import { fetchText } from "../net/fetched.js";

const EVERY = 5000;

const challenges = part(document, "#challenges");

async function look() {
  if (document.hidden || challenges.contains(document.activeElement)) return;
  try {
    const found = await fetchText(challenges.dataset.address ?? "");
    if (names(found) !== names(challenges.innerHTML)) challenges.innerHTML = found;
  } catch {
    // The server may be down for a moment; the next poll finds it.
  }
}

/**
 * The text of a page fragment; its forms get a new token each time.
 * @param {string} html
 * @returns {string}
 */
function names(html) {
  const piece = new DOMParser().parseFromString(html, "text/html").body;
  return (piece.textContent ?? "").replace(/\s+/g, " ").trim();
}

setInterval(() => void look(), EVERY);
