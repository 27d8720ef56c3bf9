/**
 * The sentences for a screen reader: one region, one after the other.
 * @module
 */

import { part } from "./elements.js";

/** So many that the sentences of a finish stay: one who looks late still reads the own one. */
const KEPT = 8;

/**
 * @returns {(sentence: string) => void}
 */
export function live() {
  const region = part(document, "#live");
  return (sentence) => {
    // A line of its own is read even if it says the same as the one before.
    const line = document.createElement("span");
    line.textContent = `${sentence} `;
    region.append(line);
    while (region.childElementCount > KEPT) region.firstElementChild?.remove();
  };
}
