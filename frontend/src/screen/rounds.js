/**
 * The rounds: what is planned before the first, and then those that are over, with their winners.
 * @module
 */

/** @import { RoundState } from "../net/messages.js" */
import { part, rows, slot, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { bestText } from "../lib/rounds.js";

/** How many results there is room for: the latest. */
const MOST = 5;

/** How many rounds to come there is room for: the first. */
const MOST_AHEAD = 8;

/** @typedef {{ title: string, length: string, result: string, nothing: string, nothing_more: string }} RoundWords */

/**
 * @param {readonly RoundState[]} rounds
 * @param {readonly RoundWords[]} words by the number of the round, from 0
 * @param {boolean} isAhead whether the first is still to come
 */
export function showRounds(rounds, words, isAhead) {
  const list = part(document, "#rounds");
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#round"));
  const over = rounds.filter(({ state }) => state === "over").slice(-MOST).reverse();
  const shown = isAhead ? rounds.slice(0, MOST_AHEAD) : over;
  part(document, "#rounds-part").hidden = shown.length === 0;
  rows(list, template, shown, ({ number }) => number, (row, { number, best }) => {
    const own = words[number - 1];
    if (!own) return;
    write(slot(row, "number"), gettext("Round %(number)s", { number }));
    write(slot(row, "title"), own.title);
    const came = best ? bestText(best, own) : (list.dataset.nobody ?? "");
    write(slot(row, "best"), isAhead ? own.length : came);
  });
}
