/**
 * The table in words, for people who do not see it.
 * @module
 */

/** @import { Card, Piles, Unit } from "./types.js" */
/** @import { HeadlessState } from "./state.js" */
/** @import { Strings } from "./strings.js" */
import { cardsOf } from "./board.js";
import { HIDDEN, isColumn, isFoundation } from "./notation.js";
import { fill, word } from "./strings.js";

/**
 * A card's name.
 * @param {Strings} strings
 * @param {string} face "QH" or "??"
 * @returns {string} "queen of hearts"
 */
export function cardName(strings, face) {
  if (face === HIDDEN) return strings.hidden;
  return fill(strings.card, { rank: word(strings.ranks, face[0]), suit: word(strings.suits, face[1]) });
}

/**
 * A pile's name.
 * @param {Strings} strings
 * @param {string} pile
 * @returns {string} "Column 3"
 */
export function pileName(strings, pile) {
  const number = pile.slice(1);
  if (isColumn(pile)) return fill(strings.column, { number });
  if (isFoundation(pile)) return fill(strings.foundation, { suit: word(strings.suits, number.toUpperCase()) });
  if (pile === "s") return strings.stock;
  return fill(pile.startsWith("h") ? strings.hand : strings.reserve, { number });
}

/**
 * Everything that is to be seen of a pile, the playable card first.
 * @param {HeadlessState} state
 * @param {string} pile
 * @param {boolean} isTarget the cards in hand may go there
 * @returns {string}
 */
export function describePile(state, pile, isTarget) {
  const { strings } = state;
  const cards = state.piles.get(pile) ?? [];
  const parts = [cards.length ? contents(state, pile, cards) : vacancy(state, pile)];
  if (pile === "s" && state.confirmed?.moves.includes("deal")) parts.push(strings.pressToDeal);
  if (isTarget) parts.push(strings.target);
  return `${pileName(strings, pile)}: ${parts.join(", ")}`;
}

/**
 * The name of the cards of a unit.
 * @param {HeadlessState} state
 * @param {Unit} unit
 * @returns {string} "queen of hearts down to 9 of hearts"
 */
export function unitName({ strings, piles }, unit) {
  const cards = cardsOf(piles, unit).map(({ face }) => cardName(strings, face));
  if (cards.length < 2) return cards[0] ?? "";
  return fill(strings.run, { first: cards[0], last: cards[cards.length - 1] });
}

/**
 * The cards that have come to be seen between two positions.
 * @param {Strings} strings
 * @param {Piles} before
 * @param {Piles} after
 * @returns {string} "7 of clubs to Column 3. 2 of spades to Column 4." or ""
 */
export function revealed(strings, before, after) {
  const known = new Set([...before.values()].flat().map(({ face }) => face));
  return [...after]
    .flatMap(([pile, cards]) =>
      cards
        .filter(({ face }) => face !== HIDDEN && !known.has(face))
        .map(({ face }) => fill(strings.played, { cards: cardName(strings, face), pile: pileName(strings, pile) })),
    )
    .join(" ");
}

/**
 * @param {HeadlessState} state
 * @param {string} pile
 * @param {readonly Card[]} cards
 * @returns {string}
 */
function contents({ strings }, pile, cards) {
  const count = amount(strings, cards.length);
  const seen = cards.filter(({ face }) => face !== HIDDEN).toReversed();
  if (!seen.length) return count;
  const top = cardName(strings, seen[0].face);
  if (isFoundation(pile) || cards.length === 1) return `${top}, ${count}`;
  const hidden = cards.length - seen.length;
  const names = seen.map(({ face }) => cardName(strings, face));
  return [count, ...names, ...(hidden ? [fill(strings.down, { count: hidden })] : [])].join(", ");
}

/**
 * @param {HeadlessState} state
 * @param {string} pile
 * @returns {string}
 */
function vacancy({ strings, confirmed }, pile) {
  if (!confirmed || !(isColumn(pile) || isFoundation(pile))) return strings.empty;
  if (isColumn(pile)) return `${strings.empty}, ${acceptance(strings, confirmed.accepts.t)}`;
  const rank = confirmed.accepts.f;
  return rank ? `${strings.empty}, ${acceptance(strings, rank)}` : strings.empty;
}

/**
 * @param {Strings} strings
 * @param {string} accepts a rank, "*" or ""
 * @returns {string}
 */
function acceptance(strings, accepts) {
  if (accepts === "*") return strings.takesCard;
  return accepts ? fill(strings.takesRank, { rank: word(strings.ranks, accepts) }) : strings.takesNothing;
}

/**
 * @param {Strings} strings
 * @param {number} count
 * @returns {string}
 */
function amount(strings, count) {
  return count === 1 ? strings.one : fill(strings.many, { count });
}
