/**
 * A part of a page that the server renders anew every few seconds, while someone looks at it.
 * @module
 */

import { tellHours } from "../lib/hours.js";
import { fetchText } from "./fetched.js";

/** Calm enough to read, and cheap: the server renders each part at most once a second. */
const EVERY = 4000;

/**
 * Keeps an element's content as the server has it now. Rows keep their elements by their `data-key`, so that bars
 * move and the focus stays.
 * @param {HTMLElement} element whose `data-address` has the content
 * @param {() => void} [renewed] called after each time
 */
export function renew(element, renewed = () => {}) {
  const address = element.dataset.address ?? "";
  async function once() {
    if (document.hidden) return;
    try {
      const fresh = document.createElement("template");
      fresh.innerHTML = await fetchText(address);
      settle(element, fresh.content);
      tellHours();
      renewed();
    } catch {
      // Offline, or a restart: the next time.
    }
  }
  setInterval(once, EVERY);
  document.addEventListener("visibilitychange", once);
}

/**
 * Makes an element's children those of another: what is the same stays, and bars only change their value. What has
 * `data-fixed`, and a small board, is filled or changed by a module of the page, so it stays whole while its own
 * attributes do.
 * @param {ParentNode & Node} old
 * @param {ParentNode & Node} fresh
 */
export function settle(old, fresh) {
  const known = new Map([...old.children].map((child, at) => [keyOf(child, at), child]));
  const wanted = [...fresh.children].map((child, at) => {
    const same = known.get(keyOf(child, at));
    if (!same || same.tagName !== child.tagName) return child;
    if (child.matches("[data-fixed], .small-board")) return same.cloneNode().isEqualNode(child.cloneNode()) ? same : child;
    if (same instanceof HTMLProgressElement && child instanceof HTMLProgressElement) same.value = child.value;
    copyAttributes(same, child);
    if (!same.isEqualNode(child)) {
      if (hasText(child) || hasText(same)) same.replaceChildren(...child.childNodes);
      else settle(same, child);
    }
    return same;
  });
  for (const child of known.values()) if (!wanted.includes(child)) child.remove();
  wanted.forEach((child, at) => {
    if (old.children[at] !== child) old.insertBefore(child, old.children[at] ?? null);
  });
}

/** @param {Element} child @param {number} at */
function keyOf(child, at) {
  return child.getAttribute("data-key") ?? `${child.tagName}-${at}`;
}

/** @param {Element} to @param {Element} from */
function copyAttributes(to, from) {
  for (const { name, value } of from.attributes) {
    if (to.getAttribute(name) !== value) to.setAttribute(name, value);
  }
}

/** @param {Element} element whether it has words of its own, beside its children's */
function hasText(element) {
  return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
}
