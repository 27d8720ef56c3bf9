/**
 * Carries out the keys: everything that a pointer can do.
 * @module
 */

/** @import { Command } from "./keys.js" */
/** @import { State } from "./state.js" */
import { gettext } from "../lib/gettext.js";
import { foundationOf, movableCounts, unitAt } from "./board.js";
import { noColumn } from "./describe.js";
import { neighbour } from "./layout.js";
import { showHelp } from "./help.js";
import { isCell, isColumn } from "./notation.js";
import { followNotice, say } from "./notice.js";
import { attempt, collect, deal, inTurn, pickFrom, pickUp, playMost, redo, release, sendAside, sendHome, undo } from "./play.js";

/**
 * @param {State} state
 * @param {Command} command
 */
export function perform(state, command) {
  switch (command.name) {
    case "go":
      return go(state, command.direction);
    case "cancel":
      return release(state);
    case "why":
      return followNotice(state);
    case "news":
      return state.turned ? state.events.announce(state.turned) : say(state, gettext("No card has been turned up yet."));
    case "hint":
      return state.events.hint() || say(state, gettext("No hint is available."));
    case "type":
      return state.events.type();
    case "help":
      return showHelp(state);
    default:
      return inTurn(state, () => act(state, command));
  }
}

/**
 * The commands that change the cards, in the order of the keys.
 * @param {State} state
 * @param {Command} command
 */
function act(state, command) {
  switch (command.name) {
    case "pile":
      return pickOrPut(state, command.pile);
    case "aside":
      return aside(state, command.number);
    case "count":
      return changeCount(state, command.by);
    case "reserve":
      return nextReserve(state);
    case "foundation":
      return toFoundation(state);
    case "cell":
      return toCell(state);
    case "deal":
      return deal(state);
    case "undo":
      return undo(state);
    case "redo":
      return redo(state);
    case "collect":
      return collect(state);
  }
}

/**
 * Space, Enter or a screen reader's click on a pile: pick up, put down, put back, or deal.
 * @param {State} state
 * @param {string} pile
 */
export function choose(state, pile) {
  inTurn(state, () => pickOrPut(state, pile));
}

/**
 * @param {State} state
 * @param {string} pile
 */
function pickOrPut(state, pile) {
  if (!state.layout.places.has(pile)) return isColumn(pile) ? say(state, noColumn(state, pile)) : undefined;
  focus(state, pile);
  const held = state.hand.unit;
  if (pile === "s") deal(state);
  else if (!held) pickFrom(state, pile);
  else if (held.pile === pile) release(state);
  else putDown(state, pile);
}

/**
 * Shift and a digit: the cell or reserve pile with this number.
 * @param {State} state
 * @param {string} number
 */
function aside(state, number) {
  const names = [...state.layout.places.keys()];
  const cells = names.filter(isCell).length;
  const count = cells || names.filter((name) => name.startsWith("r")).length;
  if (Number(number) <= count) return pickOrPut(state, `${cells ? "c" : "r"}${number}`);
  if (!count) return say(state, gettext("This game has no cells and no reserve."));
  const words = { number, count };
  const sentence = cells
    ? gettext("There is no cell %(number)s: cells are 1 to %(count)s.", words)
    : gettext("There is no reserve pile %(number)s: they are 1 to %(count)s.", words);
  say(state, sentence);
}

/**
 * Moves the keyboard focus to a pile.
 * @param {State} state
 * @param {string} pile
 */
export function focus(state, pile) {
  state.dom.piles.get(pile)?.focus({ preventScroll: true });
}

/**
 * @param {State} state
 * @param {"left" | "right" | "up" | "down"} direction
 */
function go(state, direction) {
  const first = [...state.layout.places.keys()].find((name) => name === "t1") ?? "t1";
  const next = state.focus.pile ? neighbour(state.layout, state.focus.pile, direction) : first;
  if (next) focus(state, next);
}

/**
 * @param {State} state
 * @param {string} pile
 */
function putDown(state, pile) {
  const held = state.hand.unit;
  if (!held) return;
  if (state.hand.exact) attempt(state, { source: held.pile, target: pile, count: held.count });
  else playMost(state, held.pile, pile, held.count);
}

/**
 * @param {State} state
 * @param {1 | -1} by
 */
function changeCount(state, by) {
  const held = state.hand.unit;
  if (!held) return say(state, gettext("Pick cards up first: + and − change how many."));
  const counts = movableCounts(state, held.pile);
  const next = by > 0 ? counts.findLast((count) => count > held.count) : counts.find((count) => count < held.count);
  const unit = next && unitAt(state.piles, held.pile, (state.piles.get(held.pile)?.length ?? 0) - next);
  if (unit) pickUp(state, unit, true);
}

/** @param {State} state */
function nextReserve(state) {
  const besides = [...state.layout.places.keys()].filter((name) => /^[rhcw]/.test(name));
  const filled = besides
    .filter((name) => state.piles.get(name)?.length)
    .sort((a, b) => (a[0] === b[0] ? a.localeCompare(b) : b.localeCompare(a)));
  const at = filled.indexOf(state.hand.unit?.pile ?? "");
  // An empty one says that there is nothing to pick up.
  const next = filled[(at + 1) % filled.length] ?? besides[0];
  if (!next) return;
  focus(state, next);
  pickFrom(state, next);
}

/** @param {State} state */
function toFoundation(state) {
  const held = state.hand.unit;
  const pile = held?.pile ?? state.focus.pile;
  if (!pile) return;
  const last = state.piles.get(pile)?.at(-1);
  if (held && last && held.count > 1 && state.hand.exact) putDown(state, foundationOf(last));
  else sendHome(state, pile);
}

/** @param {State} state */
function toCell(state) {
  const pile = state.hand.unit?.pile ?? state.focus.pile;
  if (pile) sendAside(state, pile);
}
