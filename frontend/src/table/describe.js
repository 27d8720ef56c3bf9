/**
 * The table in words, for people who do not see it.
 * @module
 */

/** @import { Card, Piles, Unit, View } from "./types.js" */
/** @import { HeadlessState } from "./state.js" */
import { gettext, ngettext } from "../lib/gettext.js";
import { cardsOf, unitOf } from "./board.js";
import { COLLECT, HIDDEN, isCard, isCell, isColumn, isFoundation, parseMove } from "./notation.js";
import { cardsIn, shiftsBetween, undoneBetween } from "./redo.js";

/**
 * A card turned up: "7 of clubs onto Column 3." or "7 of clubs turned up in Column 3."
 * @typedef {{ pile: string, card: string, sentence: string }} Revealed
 */

/** How many turned-up cards are named without being asked for. */
const NAMED = 2;

/**
 * A rank's name, as spoken.
 * @param {string} rank A, 2 to 9, T, J, Q or K
 */
export function rankName(rank) {
  switch (rank) {
    case "A":
      return gettext("ace");
    case "T":
      return "10";
    case "J":
      return gettext("jack");
    case "Q":
      return gettext("queen");
    case "K":
      return gettext("king");
    default:
      return rank;
  }
}

/**
 * A suit's name.
 * @param {string} suit C, D, H or S
 */
export function suitName(suit) {
  switch (suit) {
    case "C":
      return gettext("clubs");
    case "D":
      return gettext("diamonds");
    case "H":
      return gettext("hearts");
    default:
      return gettext("spades");
  }
}

/**
 * A card's name.
 * @param {string} face "QH" or "??"
 * @returns {string} "queen of hearts"
 */
export function cardName(face) {
  if (face === HIDDEN) return gettext("face-down card");
  return gettext("%(rank)s of %(suit)s", { rank: rankName(face[0]), suit: suitName(face[1]) });
}

/**
 * A pile's name.
 * @param {string} pile
 * @returns {string} "Column 3"
 */
export function pileName(pile) {
  const number = pile.slice(1);
  if (isColumn(pile)) return gettext("Column %(number)s", { number });
  if (isFoundation(pile)) return gettext("Foundation of %(suit)s", { suit: suitName(number.toUpperCase()) });
  if (pile === "s") return gettext("Stock");
  if (pile === "w") return gettext("Waste");
  if (isCell(pile)) return gettext("Cell %(number)s", { number });
  return pile.startsWith("h") ? gettext("Hand %(number)s", { number }) : gettext("Reserve %(number)s", { number });
}

/**
 * What is said of a column that the table lacks.
 * @param {HeadlessState} state
 * @param {string} column
 */
export function noColumn({ layout }, column) {
  const count = [...layout.places.keys()].filter(isColumn).length;
  return gettext("There is no column %(number)s: columns are 1 to %(count)s.", { number: column.slice(1), count });
}

/**
 * Everything visible of a pile, with its name.
 * @param {HeadlessState} state
 * @param {string} pile
 * @param {boolean} isTarget the cards in hand may go there
 * @returns {string}
 */
export function describePile(state, pile, isTarget) {
  return gettext("%(pile)s: %(contents)s", { pile: pileName(pile), contents: describeContents(state, pile, isTarget) });
}

/**
 * Everything visible of a pile, the playable card first.
 * @param {HeadlessState} state
 * @param {string} pile
 * @param {boolean} isTarget the cards in hand may go there
 * @returns {string}
 */
export function describeContents(state, pile, isTarget) {
  const cards = state.piles.get(pile) ?? [];
  const parts = [...(cards.length ? contents(pile, cards) : vacancy(state, pile))];
  if (pile === "s") parts.push(...dealing(state, cards.length));
  if (isTarget) parts.push(gettext("can go here"));
  return parts.join(", ");
}

/**
 * What pressing the stock does, and how often an empty one can still be refilled.
 * @param {HeadlessState} state
 * @param {number} count of its cards
 * @returns {string[]}
 */
function dealing({ locked, server: { board } }, count) {
  const canDeal = !locked && board?.moves.includes("deal");
  const press = count ? gettext("press to deal") : gettext("press to turn the waste over");
  const left = board?.redeals;
  const times = left === undefined ? [] : [ngettext("can be refilled %(count)s more time", "can be refilled %(count)s more times", left)];
  return [...(canDeal ? [press] : []), ...times];
}

/**
 * The name of the cards of a unit.
 * @param {HeadlessState} state
 * @param {Unit} unit
 * @returns {string} "queen of hearts down to 9 of hearts"
 */
export function unitName({ piles }, unit) {
  const cards = cardsOf(piles, unit).map(({ face }) => cardName(face));
  if (cards.length < 2) return cards[0] ?? "";
  return gettext("%(first)s down to %(last)s", { first: cards[0], last: cards[cards.length - 1] });
}

/**
 * What a move does.
 * @param {string} cards
 * @param {string} pile
 */
export function moveSentence(cards, pile) {
  const words = { cards, pile: pileName(pile) };
  if (isFoundation(pile)) return gettext("%(cards)s home.", { cards });
  return isCell(pile) ? gettext("%(cards)s into %(pile)s.", words) : gettext("%(cards)s onto %(pile)s.", words);
}

/**
 * What pressing the stock does.
 * @param {HeadlessState} state
 */
export function dealSentence({ piles }) {
  return piles.get("s")?.length ? gettext("deal from the stock.") : gettext("turn the waste over.");
}

/**
 * What the server made of the actions that left the choice to it.
 * @param {HeadlessState} state
 * @param {View | null} earlier the board before
 * @param {readonly string[]} done
 * @returns {string} "8 of clubs to Column 3." or "5 cards go home." or ""
 */
export function outcomes(state, earlier, done) {
  const { board } = state.server;
  const home = homeCount(board) - homeCount(earlier);
  return done
    .map((action) => {
      if (action === COLLECT) return home > 0 ? ngettext("%(count)s card goes home.", "%(count)s cards go home.", home) : "";
      const unit = isCard(action) ? unitOf(state.piles, action) : null;
      return unit ? moveSentence(unitName(state, isFoundation(unit.pile) ? { ...unit, count: 1 } : unit), unit.pile) : "";
    })
    .filter(Boolean)
    .join(" ");
}

/**
 * Says that the waste was turned over.
 * @param {HeadlessState} state
 * @param {View | null} earlier the board before
 * @param {readonly string[]} done
 * @returns {string} "Waste turned over: 24 cards in the stock." or ""
 */
export function turnedOver({ server: { board } }, earlier, done) {
  if (!board || !earlier || !done.includes("deal")) return "";
  const count = cardsIn(board, "s").length;
  if (count <= cardsIn(earlier, "s").length) return "";
  return ngettext("Waste turned over: %(count)s card in the stock.", "Waste turned over: %(count)s cards in the stock.", count);
}

/**
 * What undos took back; silent while more actions wait for an answer.
 * @param {HeadlessState} state
 * @param {View} earlier the board before
 * @returns {string} "Undone: 5 of clubs back to Column 3." or ""
 */
export function undoSentence(state, earlier) {
  const { board, outstanding } = state.server;
  if (!board || outstanding.length) return "";
  const undone = undoneBetween(earlier, board);
  if (undone === "deal") {
    const count = cardsIn(board, "s").length - cardsIn(earlier, "s").length;
    return count > 0
      ? ngettext("Undone: %(count)s card back to the stock.", "Undone: %(count)s cards back to the stock.", count)
      : ngettext("Undone: %(count)s card back to the waste.", "Undone: %(count)s cards back to the waste.", -count);
  }
  const move = parseMove(undone);
  if (move) {
    const cards = unitName(state, { pile: move.source, count: move.count });
    return gettext("Undone: %(cards)s back to %(pile)s.", { cards, pile: pileName(move.source) });
  }
  const { length } = shiftsBetween(earlier, board);
  return length ? ngettext("Undone: %(count)s card moved back.", "Undone: %(count)s cards moved back.", length) : gettext("Undone.");
}

/** @param {View | null} view */
function homeCount(view) {
  const homes = Object.entries(view?.piles ?? {}).filter(([pile]) => isFoundation(pile));
  return homes.flatMap(([, text]) => text.split(" ").filter(Boolean)).length;
}

/**
 * The cards that were turned up between two positions.
 * @param {Piles} before
 * @param {Piles} after
 * @returns {Revealed[]}
 */
export function revealed(before, after) {
  const known = new Set([...before.values()].flat().map(({ face }) => face));
  return [...after].flatMap(([pile, cards]) =>
    cards.flatMap(({ face }, index) => {
      if (face === HIDDEN || known.has(face)) return [];
      const card = cardName(face);
      const turned = pile !== "w" && before.get(pile)?.[index]?.face === HIDDEN;
      const sentence = turned
        ? gettext("%(cards)s turned up in %(pile)s.", { cards: card, pile: pileName(pile) })
        : moveSentence(card, pile);
      return [{ pile, card, sentence: capital(sentence) }];
    }),
  );
}

/**
 * What is said at once of the cards that were turned up: a few are named, more are counted. Of those on the waste
 * only the top one can be played.
 * @param {readonly Revealed[]} cards
 * @param {boolean} byKey whether a key can be named that reads the rest
 * @returns {string}
 */
export function summary(cards, byKey) {
  const waste = cards.filter(({ pile }) => pile === "w");
  const others = cards.filter(({ pile }) => pile !== "w").map(({ sentence }) => sentence);
  const top = waste.at(-1);
  const dealt = top
    ? [ngettext("%(card)s dealt.", "%(count)s cards dealt, %(card)s on top.", waste.length, { card: top.card })]
    : [];
  return [...dealt.map(capital), ...(others.length > NAMED ? [counted(others.length, byKey)] : others)].join(" ");
}

/** @param {number} count @param {boolean} byKey */
function counted(count, byKey) {
  return byKey
    ? gettext("%(count)s cards dealt. N names them.", { count })
    : gettext("%(count)s cards dealt.", { count });
}

/**
 * @param {string} sentence
 * @returns {string} beginning with a capital letter
 */
export function capital(sentence) {
  return sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1);
}

/**
 * What is said of the cards of a pile, which keeps its array until it changes.
 * @type {WeakMap<readonly Card[], readonly string[]>}
 */
const told = new WeakMap();

/**
 * @param {string} pile
 * @param {readonly Card[]} cards
 * @returns {readonly string[]}
 */
function contents(pile, cards) {
  const known = told.get(cards) ?? listed(pile, cards);
  told.set(cards, known);
  return known;
}

/**
 * @param {string} pile
 * @param {readonly Card[]} cards
 * @returns {string[]}
 */
function listed(pile, cards) {
  const count = ngettext("%(count)s card", "%(count)s cards", cards.length);
  const names = cards.filter(({ face }) => face !== HIDDEN).toReversed().map(({ face }) => cardName(face));
  if (!names.length) return [count];
  if (isFoundation(pile) || cards.length === 1) return [names[0], count];
  const hidden = cards.length - names.length;
  return [count, ...names, ...(hidden ? [ngettext("%(count)s face down", "%(count)s face down", hidden)] : [])];
}

/**
 * @param {HeadlessState} state
 * @param {string} pile
 * @returns {string[]}
 */
function vacancy({ server: { board } }, pile) {
  const empty = gettext("empty");
  if (isCell(pile)) return [empty, gettext("takes any card")];
  if (!board || !(isColumn(pile) || isFoundation(pile))) return [empty];
  if (isColumn(pile)) return [empty, acceptance(board.accepts.t)];
  const rank = board.accepts.f;
  return rank ? [empty, gettext("takes the %(card)s", { card: cardName(rank + pile[1].toUpperCase()) })] : [empty];
}

/**
 * @param {string} accepts a rank, "*" or ""
 * @returns {string}
 */
function acceptance(accepts) {
  if (accepts === "*") return gettext("takes any card");
  return accepts ? gettext("takes any %(rank)s", { rank: rankName(accepts) }) : gettext("filled only by dealing");
}
