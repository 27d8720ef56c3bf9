/**
 * Moves by typing, in the notation of the records.
 * @module
 */

/** @import { State } from "./state.js" */
import { gettext } from "../lib/gettext.js";
import { noColumn } from "./describe.js";
import { perform } from "./keyboard.js";
import { parseMove } from "./notation.js";
import { attempt, collect, deal, redo, undo } from "./play.js";

/** @type {Map<string, (state: State) => void>} */
const COMMANDS = new Map(Object.entries({ deal, undo, redo, collect }));

/**
 * @param {State} state
 * @param {string} text
 * @returns {boolean} whether it could be played; if not, the table has said why
 */
export function type(state, text) {
  if (!text.trim()) return true;
  const wanted = text.toLowerCase().replace(/[\s-]+/g, "");
  const command = COMMANDS.get(wanted);
  const move = parseMove(wanted);
  if (wanted === "n") {
    perform(state, { name: "news" });
    return true;
  }
  if (wanted === "hint") return state.events.hint() || refuse(state, gettext("No hint is available."));
  if (state.locked) return refuse(state, gettext("You can't move anything now."));
  const missing = wanted.match(/t\d+/g)?.find((name) => !state.layout.places.has(name));
  if (missing) return refuse(state, noColumn(state, missing));
  if (command) command(state);
  else if (move) attempt(state, move);
  else return refuse(state, gettext("“%(text)s” isn't a move. Write moves like t3t5, t3t5x2 or t3f.", { text }));
  return true;
}

/** @param {State} state @param {string} sentence */
function refuse(state, sentence) {
  state.events.announce(sentence);
  return false;
}
