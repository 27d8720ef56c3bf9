/**
 * The list of keys.
 * @module
 */

/** @import { State } from "./state.js" */

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
  const { strings } = state;
  const dialog = document.createElement("dialog");
  dialog.className = "table-keys";
  dialog.setAttribute("aria-label", strings.keys);
  const title = document.createElement("h2");
  title.textContent = strings.keys;
  const list = document.createElement("dl");
  for (const line of [
    strings.keyArrows,
    strings.keyPick,
    strings.keyCount,
    strings.keyColumns,
    strings.keyReserve,
    strings.keyFoundation,
    strings.keyDeal,
    strings.keyUndo,
    strings.keyCollect,
    strings.keyWhy,
    strings.keyEscape,
    strings.keyHelp,
  ]) {
    const [key, ...meaning] = line.split(": ");
    const term = document.createElement("dt");
    term.textContent = key;
    const detail = document.createElement("dd");
    detail.textContent = meaning.join(": ");
    list.append(term, detail);
  }
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = strings.close;
  close.addEventListener("click", () => dialog.close());
  dialog.append(title, list, close);
  state.dom.root.append(dialog);
  return dialog;
}
