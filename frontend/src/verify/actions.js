/**
 * A run's actions without its boards: their order and times, and what they say of the result.
 * @module
 */

/** @import { Action, PlayedRun, RunState } from "./document.js" */
/** @import { Finding } from "./finding.js" */
import { gettext, ngettext } from "../lib/gettext.js";
import { ok, wrong } from "./finding.js";

const BELL = "bell";

/** How a run counts that its last action has ended; a move or an undo can only win it or leave it stuck. */
const ENDINGS = new Map(/** @type {[string, RunState][]} */ ([["end", "ended"], ["forfeit", "forfeit"], [BELL, "ended"]]));

/**
 * The bell that ended a run.
 * @param {PlayedRun} run
 * @returns {Action | null}
 */
export function bellOf(run) {
  const last = run.actions.at(-1);
  return last?.text === BELL ? last : null;
}

/**
 * When the run was won; null if it wasn't.
 * @param {PlayedRun} run
 * @returns {number | null}
 */
export function wonAt(run) {
  return run.result.state === "won" ? (run.actions.at(-1)?.ms ?? null) : null;
}

/** @param {Action} action */
function isMove({ text }) {
  return text !== "undo" && !ENDINGS.has(text);
}

/**
 * The first fault in the order and the times of a run's actions.
 * @param {string} place
 * @param {PlayedRun} run
 * @param {number} most how many actions its player may take
 * @returns {Finding}
 */
export function checkOrder(place, run, most) {
  let left = most;
  let back = 0;
  for (const [i, action] of run.actions.entries()) {
    const before = run.actions[i - 1];
    const undoes = action.text === "undo";
    if (!action.automatic && !ENDINGS.has(action.text)) left -= 1;
    const fault = undoes && back === 0 ? gettext("There is no move to take back.") : faultAfter(before, action);
    if (fault) return wrong(`${place}.actions[${i}]`, fault);
    if (left < 0) return wrong(`${place}.actions[${i}]`, gettext("A player may take %(most)s actions at most.", { most }));
    if (isMove(action)) back += 1;
    if (undoes) back -= 1;
  }
  const count = run.actions.length;
  return ok(`${place}.actions`, ngettext("%(name)s: %(count)s action, in order.", "%(name)s: %(count)s actions, in order.", count, { name: run.name }));
}

/**
 * What is wrong with an action after another; empty if nothing is.
 * @param {Action | undefined} before
 * @param {Action} action
 * @returns {string}
 */
function faultAfter(before, { ms, text, automatic }) {
  const finishes = gettext("The server plays moves only to finish a game, all at once after the player's last move.");
  if (!before) return automatic ? finishes : "";
  if (ms < before.ms) return gettext("%(ms)s ms is earlier than the action before.", { ms });
  if (ENDINGS.has(before.text)) return gettext("“%(text)s” comes after the end of the run.", { text });
  const follows = automatic ? ms === before.ms && /^(?:[trhc]\d|w)f[cdhs]?$/.test(text) : !before.automatic;
  return follows ? "" : finishes;
}

/**
 * What a run's result says that its actions don't give.
 * @param {string} place
 * @param {PlayedRun} run
 * @returns {Finding[]}
 */
export function checkResult(place, run) {
  const { result, actions } = run;
  const given = {
    moves: actions.filter(isMove).length,
    undos: actions.filter(({ text }) => text === "undo").length,
    time: wonAt(run),
  };
  const state = checkState(`${place}.result.state`, run);
  const counts = Object.entries(given).flatMap(([name, value]) => {
    const told = result[/** @type {keyof typeof given} */ (name)];
    if (told === value) return [];
    return wrong(`${place}.result.${name}`, gettext("It says %(told)s, but the actions give %(value)s.", { told: `${told}`, value: `${value}` }));
  });
  return state ? [state, ...counts] : counts;
}

/**
 * Check that the last action gives the state. Whether a run without an ending is won or stuck, only its boards show.
 * @param {string} place
 * @param {PlayedRun} run
 * @returns {Finding | null}
 */
function checkState(place, { actions, result: { state } }) {
  const last = actions.at(-1);
  const ended = last && ENDINGS.get(last.text);
  const value = last?.text === BELL && actions.length === 1 ? "no-show" : ended;
  if (value && value !== state) {
    return wrong(place, gettext("It says %(told)s, but the actions give %(value)s.", { told: state, value }));
  }
  if (value || state === "stuck" || (state === "won" && last && isMove(last))) {
    return last?.automatic && state !== "won" ? wrong(place, gettext("The server finished this game, so it was won.")) : null;
  }
  return wrong(place, gettext("It says %(told)s, but no action shows it.", { told: state }));
}
