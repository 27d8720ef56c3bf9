/**
 * Confetti at the end of an event: once for each event in this browser, and none without motion.
 * @module
 */

import { confetti } from "./confetti.js";

/** The code of the latest event that was celebrated. */
const KEPT = "celebrated";

/** @param {string} code of an event */
export function celebrate(code) {
  // In another tab it would be over before anyone sees it.
  if (document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches || recall() === code) return;
  keep(code);
  confetti();
}

/** @type {string | null} */
let kept = null;

/** @returns {string | null} */
function recall() {
  try {
    return localStorage.getItem(KEPT) ?? kept;
  } catch {
    return kept;
  }
}

/** @param {string} code */
function keep(code) {
  kept = code;
  try {
    localStorage.setItem(KEPT, code);
  } catch {
    // Without storage, a reload celebrates again.
  }
}
