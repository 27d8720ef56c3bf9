/**
 * A sentence on when the next deals come: once they have, a link to them takes its place.
 * @module
 */

const EVERY = 5000;

/** @param {ParentNode} root */
export function awaitNewDeals(root) {
  /** @type {HTMLElement | null} */
  const sentence = root.querySelector("[data-new-deals]");
  /** @type {HTMLElement | null | undefined} */
  const link = sentence?.nextElementSibling?.querySelector("a");
  if (!sentence || !link) return;
  // Not one long timeout: a computer may sleep until after midnight.
  const end = Date.now() + Number(sentence.dataset.newDeals);
  const timer = setInterval(() => {
    if (Date.now() < end) return;
    clearInterval(timer);
    sentence.hidden = true;
    link.hidden = false;
  }, EVERY);
}
