/**
 * The table in words: each pile with its cards.
 * @module
 */

/** @import { State } from "./state.js" */
import { gettext } from "../lib/gettext.js";
import { describeContents, pileName } from "./describe.js";

/**
 * Brings the list of piles in line with the state; before the deal there are none.
 * @param {State} state
 * @param {ReadonlySet<string>} targets piles to which the cards in hand may go
 */
export function renderWords(state, targets) {
  const { words } = state.dom;
  // Nobody reads a list that is put away; to keep it up took a fifth of the time of drawing.
  if (!words || words.closest("[hidden]")) return;
  const names = state.server.board ? [...state.layout.places.keys()] : [];
  while (words.children.length > names.length) words.lastElementChild?.remove();
  names.forEach((name, index) => {
    const row = words.children[index] ?? words.appendChild(line());
    const [title, text] = row.children;
    write(title, gettext("%(pile)s (%(code)s)", { pile: pileName(name), code: name }));
    write(text, describeContents(state, name, targets.has(name)));
  });
}

function line() {
  const row = document.createElement("div");
  row.append(document.createElement("dt"), document.createElement("dd"));
  return row;
}

/** @param {Element} element @param {string} text */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
