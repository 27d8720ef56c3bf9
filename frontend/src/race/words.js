/**
 * The table in words, and typed moves: beside the cards, or in their place on a small screen. A key opens them for
 * the page; only the settings keep them open.
 * @module
 */

/** @import { Table } from "../table/table.js" */
import { part, write } from "../lib/elements.js";
import { apply, onPreferences, preference } from "../lib/preferences.js";

/**
 * @param {() => Table | null} table
 * @returns {{ list: HTMLElement, said: (sentence: string) => void, open: () => void }}
 */
export function words(table) {
  const root = part(document, "#words");
  /** @type {HTMLFormElement} */
  const form = part(root, "form");
  /** @type {HTMLInputElement} */
  const input = part(form, "input");
  const last = part(root, "#words-said");
  const mistake = part(root, "#typed-mistake");

  /** @param {string} sentence what is wrong with the field, if anything */
  const mark = (sentence) => {
    write(mistake, sentence);
    input.ariaInvalid = sentence ? "true" : null;
    input.setAttribute("aria-describedby", sentence ? "typed-mistake" : "typed-help");
  };
  const show = () => {
    root.hidden = preference("words") !== "on";
  };
  onPreferences(show);
  show();

  /** @type {Element | null} where the keyboard was when a key opened the words */
  let left = null;

  const close = () => {
    apply("words", "off");
    if (left instanceof HTMLElement && left.matches(".pile")) left.focus({ preventScroll: true });
    else table()?.focus();
  };
  part(root, ".dismiss").onclick = close;
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  });

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const valid = table()?.type(input.value) ?? true;
    // The next sentence, such as a hint's, takes the last one's place while the mistake stands.
    mark(valid ? "" : (last.textContent ?? ""));
    if (valid) input.value = "";
    else input.select();
  });
  input.addEventListener("input", () => mark(""));

  return {
    list: part(root, "#words-list"),
    said: (sentence) => write(last, sentence),
    open() {
      left = document.activeElement;
      apply("words", "on");
      input.focus();
    },
  };
}
