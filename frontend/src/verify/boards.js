/**
 * A run's boards as this server replays them: that each follows from the one before by the run's own moves, and how
 * far they come. No rules of a game: a move names its piles and its number of cards, and that is all that is done.
 * @module
 */

/** @import { PlayedRun, RunState } from "./document.js" */
/** @import { Finding } from "./finding.js" */
import { gettext } from "../lib/gettext.js";
import { ok, wrong } from "./finding.js";

/**
 * @typedef {object} Frame
 * @property {string} action empty for the deal
 * @property {number} ms
 * @property {Record<string, string>} piles all of them
 * @property {number} progress
 * @property {"won" | "stuck" | null} outcome
 */

/** @typedef {ReadonlyMap<string, string[]>} Piles */

const HIDDEN = "??";
const CARDS = 52;
const SUIT = 13;
const MOVE = /^(t[1-8]|f[cdhs]|r[1-7]|h[12]|c[1-6]|w)(t[1-8]|f[cdhs]?|r[1-7]|h[12]|c[1-6]?|s)(?:x([1-9]\d?))?$/;

/**
 * Check a run of a document against its boards.
 * @param {string} place
 * @param {PlayedRun} run
 * @param {Frame[]} frames the first is the deal
 * @returns {Finding[]}
 */
export function checkBoards(place, run, frames) {
  const fault = firstFault(run, frames);
  if (fault) return [wrong(fault.number > 0 ? `${place}.actions[${fault.number - 1}]` : "cards", fault.sentence)];
  const best = frames.reduce((best, frame) => (frame.progress > best.progress ? frame : best));
  const found = [...checkProgress(place, run, best), ...checkOutcome(place, run.result.state, frames)];
  if (found.length > 0) return found;
  const values = { name: run.name, count: frames.length, progress: best.progress };
  return [ok(`${place}.result.progress`, gettext("%(name)s: all %(count)s boards follow from each other by these moves, and reach %(progress)s of 52.", values))];
}

/**
 * The first action that the boards don't show; 0 stands for the deal.
 * @param {PlayedRun} run
 * @param {Frame[]} frames
 * @returns {{ number: number, sentence: string } | null}
 */
function firstFault({ actions }, frames) {
  /** @type {Piles[]} the boards that undoing leads back to, the present one last */
  const history = [];
  for (const [number, frame] of frames.entries()) {
    if (!isFrame(frame)) return { number, sentence: gettext("This server's replay can't be read here.") };
    const action = actions[number - 1];
    const piles = new Map(Object.entries(frame.piles).map(([name, cards]) => [name, cards.split(" ").filter(Boolean)]));
    if (number > 0 && (action?.text !== frame.action || action.ms !== frame.ms)) {
      return { number, sentence: gettext("This server replays another action here: %(action)s.", { action: frame.action }) };
    }
    if (!isWhole(piles)) return { number, sentence: number > 0 ? gettext("The board after it hasn't the 52 cards.") : gettext("The first board hasn't the 52 cards.") };
    if (!follows(history, piles, frame.action)) return { number, sentence: gettext("The board after it doesn't follow from the one before.") };
  }
  if (frames.length > actions.length) return null;
  return { number: frames.length, sentence: gettext("This server's replay ends before this action.") };
}

/**
 * Whether the server sent a frame, and not anything else.
 * @param {Frame} frame
 */
function isFrame(frame) {
  return typeof frame?.action === "string" && typeof frame.piles === "object"
    && Object.values(frame.piles ?? [null]).every((cards) => typeof cards === "string")
    && Number.isInteger(frame.ms) && Number.isInteger(frame.progress);
}

/** @param {Piles} piles */
function isWhole(piles) {
  const cards = [...piles.values()].flat();
  const known = cards.filter((card) => card !== HIDDEN);
  return cards.length === CARDS && new Set(known).size === known.length;
}

/**
 * Whether a board follows from the last one by an action; the history is then that after the action.
 * @param {Piles[]} history
 * @param {Piles} piles
 * @param {string} action
 */
function follows(history, piles, action) {
  const before = history.at(-1);
  const move = MOVE.exec(action);
  let expected = before;
  if (action === "undo") {
    history.pop();
    expected = history.pop();
  } else if (!before || action === "deal") {
    // How the cards are laid out, and what a deal from the stock does, are rules.
    expected = piles;
  } else if (move) {
    expected = moved(before, move);
  } else {
    history.pop();
  }
  history.push(piles);
  return expected !== undefined && agree(expected, piles);
}

/**
 * The piles after a move.
 * @param {Piles} piles
 * @param {RegExpExecArray} move
 * @returns {Piles}
 */
function moved(piles, [, source, to, count]) {
  const from = piles.get(source) ?? [];
  const size = Number(count ?? 1);
  const cards = from.slice(-size);
  const target = targetOf(piles, to, cards);
  const after = new Map(piles).set(source, from.slice(0, -size));
  return after.set(target, [...(after.get(target) ?? []), ...cards]);
}

/**
 * The pile that a move's target is: its suit's foundation for "f", the first empty cell for "c".
 * @param {Piles} piles
 * @param {string} to
 * @param {string[]} cards
 */
function targetOf(piles, to, cards) {
  if (to === "f") return `f${cards.at(-1)?.at(-1)?.toLowerCase()}`;
  return to === "c" ? [...piles.keys()].find((name) => name.startsWith("c") && piles.get(name)?.length === 0) ?? to : to;
}

/**
 * Whether a board is the one expected, as far as cards aren't hidden on one of them. Whole suits more may be home: by
 * some rules they go there unasked, and nothing less does.
 * @param {Piles} expected
 * @param {Piles} piles
 */
function agree(expected, piles) {
  const home = new Set([...piles].flatMap(([name, cards]) => (isFoundation(name) ? cards : [])));
  return [...new Set([...expected.keys(), ...piles.keys()])].every((name) => {
    const [before, after] = [expected.get(name) ?? [], piles.get(name) ?? []];
    if (isFoundation(name)) {
      const isSuit = before.length === 0 && after.length === SUIT && after.every((card) => card.at(-1)?.toLowerCase() === name[1]);
      return isSuit || before.join() === after.join();
    }
    const left = before.filter((card) => !home.has(card));
    return left.length === after.length && left.every((card, i) => card === after[i] || [card, after[i]].includes(HIDDEN));
  });
}

/** @param {string} pile */
function isFoundation(pile) {
  return pile.startsWith("f");
}

/**
 * @param {string} place
 * @param {PlayedRun} run
 * @param {Frame} best the first board with the most progress
 * @returns {Finding[]}
 */
function checkProgress(place, { result }, best) {
  /** @type {["progress" | "progress_at", number][]} */
  const given = [["progress", best.progress], ["progress_at", best.ms]];
  return given.filter(([name, value]) => result[name] !== value).map(([name, value]) => {
    const values = { told: `${result[name]}`, value };
    return wrong(`${place}.result.${name}`, gettext("It says %(told)s, but the boards give %(value)s.", values));
  });
}

/**
 * @param {string} place
 * @param {RunState} state
 * @param {Frame[]} frames
 * @returns {Finding[]}
 */
function checkOutcome(place, state, frames) {
  const last = frames.at(-1)?.outcome ?? null;
  const isOver = state === "won" || state === "stuck";
  if (isOver ? last === state : last !== "won") return [];
  const values = { told: state, value: last ?? gettext("a game that goes on") };
  return [wrong(`${place}.result.state`, gettext("It says %(told)s, but the last board is %(value)s.", values))];
}
