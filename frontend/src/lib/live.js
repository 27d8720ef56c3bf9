/**
 * Announcements to screen readers: one live region, a line for each.
 * @module
 */

import { part } from "./elements.js";

/** Enough lines that a finish stays readable: a late reader still finds their own. */
const KEPT = 8;

/**
 * @returns {(sentence: string) => void}
 */
export function live() {
  const region = part(document, "#live");
  return (sentence) => {
    // A new line is read out even if it repeats the one before.
    const line = document.createElement("span");
    line.textContent = `${sentence} `;
    region.append(line);
    while (region.childElementCount > KEPT) region.firstElementChild?.remove();
  };
}
