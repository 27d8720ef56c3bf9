/**
 * A sentence on when the next deals come: once they have, a link to them takes its place.
 * @module
 */

import { gettext } from "./gettext.js";

const EVERY = 5000;

/** @param {ParentNode} root */
export function awaitNewDeals(root) {
  /** @type {HTMLElement | null} */
  const sentence = root.querySelector("[data-new-deals]");
  const daily = sentence?.closest("div")?.querySelector("a");
  if (!sentence || !daily) return;
  sentence.role = "status";
  // Not one long timeout: a computer may sleep until after midnight.
  const end = Date.now() + Number(sentence.dataset.newDeals);
  const timer = setInterval(() => {
    if (Date.now() < end) return;
    clearInterval(timer);
    const link = document.createElement("a");
    link.href = daily.pathname;
    link.textContent = gettext("New deals are here");
    sentence.replaceChildren(link);
  }, EVERY);
}
