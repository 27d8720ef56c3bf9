/**
 * Moves by typing, in the notation of the records.
 * @module
 */

/** @import { State } from "./state.js" */
import { gettext } from "../lib/gettext.js";
import { perform } from "./keyboard.js";
import { isColumn, parseMove } from "./notation.js";
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
  const missing = missingColumn(state, wanted);
  if (missing) return refuse(state, missing);
  if (command) command(state);
  else if (move) attempt(state, move);
  else return refuse(state, gettext("“%(text)s” isn't a move. Write moves like t3t5, t3t5x2 or t3f.", { text }));
  return true;
}

/**
 * What is said of a column that is typed and that the table lacks.
 * @param {State} state
 * @param {string} wanted
 * @returns {string} "" if it lacks none
 */
function missingColumn({ layout }, wanted) {
  const columns = [...layout.places.keys()].filter(isColumn);
  const missing = wanted.match(/t\d+/g)?.find((name) => !columns.includes(name));
  if (!missing) return "";
  return gettext("There is no column %(number)s: columns are 1 to %(count)s.", { number: missing.slice(1), count: columns.length });
}

/** @param {State} state @param {string} sentence */
function refuse(state, sentence) {
  state.events.announce(sentence);
  return false;
}
