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

  /** @param {string} sentence */
  const said = (sentence) => {
    write(last, sentence);
    mark(true);
  };
  /** @param {boolean} valid whether the field holds no mistake, which the last sentence would explain */
  const mark = (valid) => {
    input.ariaInvalid = valid ? null : "true";
    input.setAttribute("aria-describedby", valid ? "typed-help" : "words-said");
  };
  const show = () => {
    root.hidden = preference("words") !== "on";
  };
  onPreferences(show);
  show();

  const close = () => {
    apply("words", "off");
    table()?.focus();
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
    mark(valid);
    if (valid) input.value = "";
    else input.select();
  });
  input.addEventListener("input", () => mark(true));

  return {
    list: part(root, "#words-list"),
    said,
    open() {
      apply("words", "on");
      input.focus();
    },
  };
}
