/**
 * The rounds that are over: their games and winners, read while the next one is awaited.
 * @module
 */

/** @import { RoundState } from "../net/messages.js" */
import { part, rows, slot, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { bestText } from "../lib/rounds.js";

/** How many there is room for: the latest. */
const MOST = 5;

/** @typedef {{ title: string, length: string, result: string, nothing: string, nothing_more: string }} RoundWords */

/**
 * @param {readonly RoundState[]} rounds
 * @param {readonly RoundWords[]} words by the number of the round, from 0
 */
export function showRounds(rounds, words) {
  const list = part(document, "#rounds");
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#round"));
  const over = rounds.filter(({ state }) => state === "over").slice(-MOST).reverse();
  part(document, "#rounds-part").hidden = over.length === 0;
  rows(list, template, over, ({ number }) => number, (row, { number, best }) => {
    const own = words[number - 1];
    if (!own) return;
    write(slot(row, "number"), gettext("Round %(number)s", { number }));
    write(slot(row, "title"), own.title);
    write(slot(row, "best"), best ? bestText(best, own) : (list.dataset.nobody ?? ""));
  });
}
