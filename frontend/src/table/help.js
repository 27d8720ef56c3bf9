/**
 * The list of keys.
 * @module
 */

/** @import { State } from "./state.js" */
import { gettext } from "../lib/gettext.js";

/**
 * Shows the keys that this game has.
 * @param {State} state
 */
export function showHelp(state) {
  const dialog = document.createElement("dialog");
  dialog.className = "table-keys";
  dialog.setAttribute("aria-label", gettext("Keys"));
  const title = document.createElement("h2");
  title.textContent = gettext("Keys");
  const list = document.createElement("dl");
  for (const [key, meaning] of keys([...state.layout.places.keys()])) {
    const term = document.createElement("dt");
    term.textContent = key;
    const detail = document.createElement("dd");
    detail.textContent = meaning;
    list.append(term, detail);
  }
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = gettext("Close");
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.append(title, list, close);
  state.dom.root.append(dialog);
  dialog.showModal();
  // The focus is on the button at the end; a long list is read from its beginning.
  dialog.scrollTop = 0;
}

/**
 * What each key does on a table with these piles.
 * @param {readonly string[]} piles
 * @returns {[keys: string, meaning: string][]}
 */
export function keys(piles) {
  /** @param {string} kind the first letter of a pile's name */
  const count = (kind) => piles.filter((name) => name[0] === kind).length;
  const aside = count("c") || count("r");
  const besides = [
    count("r") ? gettext("next card of the reserve") : "",
    count("h") ? gettext("next card of the hand") : "",
    count("c") ? gettext("next card in a cell") : "",
    count("w") ? gettext("card of the waste") : "",
  ].filter(Boolean);
  /** @type {[string, string][]} */
  const all = [
    [gettext("Arrows, Tab"), gettext("go from pile to pile")],
    [gettext("Space, Enter"), gettext("pick up, put down")],
    [gettext("+ and −"), gettext("more or fewer cards in hand")],
    [`1–${count("t")}`, gettext("column")],
    ["R", besides.join(", ")],
    [aside ? gettext("Shift and 1–%(n)s", { n: String(aside) }) : "", count("c") ? gettext("that cell") : gettext("that reserve pile")],
    ["F", gettext("to the foundation")],
    ["A", count("c") ? gettext("to an empty cell") : ""],
    ["D", count("w") ? gettext("deal, or turn the waste over") : count("s") ? gettext("deal") : ""],
    ["Z", gettext("undo")],
    [gettext("Shift and Z"), gettext("redo")],
    ["C", gettext("collect: send home every card you no longer need in the columns")],
    ["W", gettext("why the last move was refused")],
    ["N", count("s") ? gettext("name the cards dealt last, for screen readers") : ""],
    ["H", gettext("a hint, where help is allowed")],
    ["T", gettext("type a move and read the table in words")],
    [gettext("Esc"), gettext("put back")],
    ["?", gettext("this list")],
  ];
  return all.filter(([key, meaning]) => key && meaning);
}
