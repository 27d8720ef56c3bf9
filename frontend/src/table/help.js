/**
 * The list of keys.
 * @module
 */

/** @import { State } from "./state.js" */
import { gettext } from "../lib/gettext.js";

/** @type {WeakMap<State, HTMLDialogElement>} */
const dialogs = new WeakMap();

/** @param {State} state */
export function showHelp(state) {
  const dialog = dialogs.get(state) ?? create(state);
  dialogs.set(state, dialog);
  dialog.showModal();
}

/** @param {State} state */
function create(state) {
  const dialog = document.createElement("dialog");
  dialog.className = "table-keys";
  dialog.setAttribute("aria-label", gettext("Keys"));
  const title = document.createElement("h2");
  title.textContent = gettext("Keys");
  const list = document.createElement("dl");
  for (const [key, meaning] of keys()) {
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
  dialog.append(title, list, close);
  state.dom.root.append(dialog);
  return dialog;
}

/** @returns {[keys: string, meaning: string][]} */
function keys() {
  return [
    [gettext("Arrows, Tab"), gettext("go from pile to pile")],
    [gettext("Space, Enter"), gettext("pick up, put down")],
    [gettext("+ and −"), gettext("more or fewer cards in hand")],
    ["1–8", gettext("column")],
    ["R", gettext("next card in the reserve, the hand, a cell or the waste")],
    [gettext("Shift and 1–7"), gettext("that reserve pile or cell")],
    ["F", gettext("to the foundation")],
    ["A", gettext("to an empty cell")],
    ["D", gettext("deal, or turn the waste over")],
    ["Z", gettext("undo")],
    [gettext("Shift and Z"), gettext("redo")],
    ["C", gettext("collect: send home every card you no longer need in the columns")],
    ["W", gettext("why the last move was refused")],
    ["N", gettext("name the cards dealt last, for screen readers")],
    ["H", gettext("a hint, where help is allowed")],
    ["T", gettext("type a move and read the table in words")],
    [gettext("Esc"), gettext("put back")],
    ["?", gettext("this list")],
  ];
}
