/**
 * Copying what a field holds: by the clipboard, or by its selection.
 * @module
 */

import { write } from "./elements.js";

/** How long a button says what came of it, in milliseconds. */
const SHOWN = 3000;

/** @type {WeakMap<HTMLElement, ReturnType<typeof setTimeout>>} */
const returning = new WeakMap();

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

/**
 * Only a page from this machine or over TLS has the clipboard; elsewhere the selection is copied.
 * @param {Field} field
 * @param {() => void} [reveal] brings the field into sight, before it is selected
 * @returns {Promise<boolean>} false if the text is only selected, for the reader to copy
 */
export async function copied(field, reveal = () => {}) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    reveal();
    return copySelected(field);
  }
}

/**
 * Selects the text, and tries the way that needs no TLS.
 * @param {Field} field
 * @returns {boolean}
 */
export function copySelected(field) {
  field.focus({ preventScroll: true });
  field.select();
  return document.execCommand("copy");
}

/**
 * Shows on a button what came of pressing it, for a while.
 * @param {HTMLElement} button
 * @param {string} said
 */
export function sayOn(button, said) {
  const label = (button.dataset.label ??= button.textContent ?? "");
  clearTimeout(returning.get(button));
  write(button, said);
  returning.set(button, setTimeout(() => write(button, label), SHOWN));
}
