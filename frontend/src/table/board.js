/**
 * Pure questions about piles and pure changes of them. No DOM, no rules: legality is read from the list that
 * comes with the board.
 * @module
 */

/** @import { Card, Move, Piles, Unit, View } from "./types.js" */
/** @import { HeadlessState } from "./state.js" */
import { COLLECT, HIDDEN, isCard, isCell, isColumn, isFoundation, moveText, parseMove, targetText } from "./notation.js";

/**
 * Lays out the piles of a view with the cards already on the table: a known face keeps its card,
 * a card that turns up in its place keeps its place, the others come from the ends of the piles that lost them.
 * @param {Piles} before
 * @param {View} view
 * @returns {Piles}
 */
export function lay(before, view) {
  const free = new Map([...before.values()].flat().map((card) => [card.id, card]));
  const byFace = new Map([...free.values()].map((card) => [card.face, card]));
  const slots = Object.entries(view.piles).flatMap(([pile, text]) =>
    text.split(" ").filter(Boolean).map((face, index) => ({ pile, index, face, id: -1 })),
  );
  /** @param {typeof slots[0]} slot @param {Card | undefined} card */
  const fill = (slot, card) => {
    if (slot.id < 0 && card && free.delete(card.id)) slot.id = card.id;
  };

  for (const slot of slots) {
    if (slot.face !== HIDDEN) fill(slot, byFace.get(slot.face));
  }
  for (const slot of slots) {
    const card = before.get(slot.pile)?.[slot.index];
    if (card?.face === HIDDEN) fill(slot, card);
  }
  const rest = [...before.values()].flatMap((cards) => cards.toReversed().filter(({ id }) => free.has(id)));
  let fresh = Math.max(-1, ...[...before.values()].flat().map(({ id }) => id)) + 1;
  for (const slot of slots) {
    if (slot.id < 0) fill(slot, rest.shift() ?? undefined);
    if (slot.id < 0) slot.id = fresh++;
  }

  /** @type {Map<string, Card[]>} */
  const after = new Map(Object.keys(view.piles).map((pile) => [pile, []]));
  for (const { pile, face, id } of slots) after.get(pile)?.push({ id, face });
  // A pile that stays as it was stays the same array: what is known of it need not be found out again.
  return new Map([...after].map(([pile, cards]) => [pile, sameCards(before.get(pile), cards) ?? cards]));
}

/**
 * @param {readonly Card[] | undefined} before
 * @param {readonly Card[]} after
 * @returns {readonly Card[] | undefined} the cards before, if they are those after
 */
function sameCards(before, after) {
  const isSame = before?.length === after.length && before.every(({ id, face }, at) => id === after[at].id && face === after[at].face);
  return isSame ? before : undefined;
}

/**
 * The piles after some actions, as far as the moving cards are known: a deal is not, an undo takes back the
 * last of the actions.
 * @param {Piles} piles
 * @param {readonly string[]} actions
 * @returns {Piles}
 */
export function expected(piles, actions) {
  const history = [piles];
  for (const action of actions) {
    if (action === "undo") {
      if (history.length > 1) history.pop();
    } else {
      const now = history[history.length - 1];
      const move = parseMove(action);
      history.push((move && moved(now, move)) ?? now);
    }
  }
  return history[history.length - 1];
}

/**
 * The piles after a move, or null if they have no such cards or places.
 * @param {Piles} piles
 * @param {Move} move
 * @returns {Piles | null}
 */
export function moved(piles, { source, target, count }) {
  const from = piles.get(source) ?? [];
  const cards = from.slice(-count);
  if (cards.length < count || cards.some(({ face }) => face === HIDDEN)) return null;
  const name = pileOf(piles, target, cards[0]);
  const to = piles.get(name);
  if (!to || name === source) return null;
  return new Map(piles).set(source, from.slice(0, -count)).set(name, [...to, ...cards]);
}

/**
 * The pile that a move's target names: the card's own foundation, or the first empty cell.
 * @param {Piles} piles
 * @param {string} target
 * @param {Card} card
 * @returns {string}
 */
export function pileOf(piles, target, card) {
  if (target === "f") return foundationOf(card);
  return target === "c" ? (emptyCells(piles)[0] ?? target) : target;
}

/** @param {Piles} piles */
function emptyCells(piles) {
  return [...piles].flatMap(([name, cards]) => (isCell(name) && !cards.length ? [name] : []));
}

/** @param {Card} card */
export function foundationOf({ face }) {
  return `f${face[1].toLowerCase()}`;
}

/**
 * The cards of a unit from the bottom up.
 * @param {Piles} piles
 * @param {Unit} unit
 * @returns {readonly Card[]}
 */
export function cardsOf(piles, { pile, count }) {
  return piles.get(pile)?.slice(-count) ?? [];
}

/**
 * What a press on a card would lift: that card and those on it.
 * @param {Piles} piles
 * @param {string} pile
 * @param {number} index
 * @returns {Unit | null} null if it is hidden, or lies in a pile of which only the last card plays
 */
export function unitAt(piles, pile, index) {
  const cards = piles.get(pile) ?? [];
  const count = isColumn(pile) ? cards.length - index : 1;
  const taken = cards.slice(-count);
  if (!taken.length || index < 0 || taken.some(({ face }) => face === HIDDEN)) return null;
  return { pile, count };
}

/**
 * A card and those on it, wherever it lies.
 * @param {Piles} piles
 * @param {string} face
 * @returns {Unit | null} null if it does not show
 */
export function unitOf(piles, face) {
  for (const [pile, cards] of piles) {
    const index = cards.findIndex((card) => card.face === face);
    if (index >= 0) return { pile, count: cards.length - index };
  }
  return null;
}

/**
 * The actions on the server's last board as moves, as far as it tells: it knows what the first one does.
 * @param {HeadlessState} state
 * @param {Piles} piles those of the board
 * @returns {readonly string[]}
 */
export function foreseen({ server: { board, moves, outstanding: [first, ...others] } }, piles) {
  if (first === undefined) return [];
  if (first === COLLECT) return [...(board?.safe ?? []), ...others];
  const unit = isCard(first) ? unitOf(piles, first) : null;
  const move = unit && bestOf(moves, unit);
  return [move ? moveText(move) : first, ...others];
}

/**
 * The cards that the server will move, the page cannot tell where to yet.
 * @param {HeadlessState} state
 * @returns {Set<number>} their ids
 */
export function awaited({ piles, server: { outstanding } }) {
  const units = outstanding.slice(1).filter(isCard).map((face) => unitOf(piles, face));
  return new Set(units.flatMap((unit) => (unit ? cardsOf(piles, unit).map(({ id }) => id) : [])));
}

/**
 * Whether the server has yet to say where some of these cards go.
 * @param {HeadlessState} state
 * @param {Unit} unit
 */
export function isAwaited(state, unit) {
  const ids = awaited(state);
  return cardsOf(state.piles, unit).some(({ id }) => ids.has(id));
}

/**
 * Whether the list of legal moves belongs to the position shown.
 * @param {HeadlessState} state
 */
export function isKnown(state) {
  return state.server.board !== null && state.server.outstanding.length === 0;
}

/**
 * The legal moves of the position shown, as far as they are known.
 * @param {HeadlessState} state
 * @returns {readonly Move[]}
 */
export function legalMoves(state) {
  return isKnown(state) ? state.server.moves : [];
}

/**
 * @param {HeadlessState} state
 * @param {Move} move
 */
export function isLegal(state, move) {
  const text = moveText(move);
  return legalMoves(state).some((legal) => moveText(legal) === text);
}

/**
 * The piles to which a unit may go. All empty cells are one place to go, wherever the card is put down.
 * @param {HeadlessState} state
 * @param {Unit} unit
 * @returns {string[]}
 */
export function targetsOf(state, unit) {
  const [card] = cardsOf(state.piles, unit);
  return legalMoves(state)
    .filter(({ source, count }) => source === unit.pile && count === unit.count)
    .flatMap(({ target }) => (target === "c" ? emptyCells(state.piles) : [pileOf(state.piles, target, card)]));
}

/**
 * The units of a pile that have somewhere to go, the largest first.
 * @param {HeadlessState} state
 * @param {string} pile
 * @returns {number[]} numbers of cards
 */
export function movableCounts(state, pile) {
  const counts = legalMoves(state).filter(({ source }) => source === pile).map(({ count }) => count);
  return [...new Set(counts)].sort((a, b) => b - a);
}

/**
 * The largest unit of a pile that may go to a target.
 * @param {HeadlessState} state
 * @param {string} source
 * @param {string} target
 * @returns {number} 0 if there is none
 */
export function largestCount(state, source, target) {
  const wanted = targetText(target);
  const counts = legalMoves(state)
    .filter((move) => move.source === source && move.target === wanted)
    .map(({ count }) => count);
  return Math.max(0, ...counts);
}

/**
 * The move that one gesture on a unit stands for: the one that is shown, or the first of its moves, or of those that
 * take it along.
 * @param {HeadlessState} state
 * @param {Unit} unit
 * @returns {Move | null}
 */
export function bestMove(state, unit) {
  const [legal, { hint }] = [legalMoves(state), state];
  const shown = legal.filter(({ source, target, count }) => source === hint?.source && target === hint.target && count === hint.count);
  return bestOf([...shown, ...legal], unit);
}

/**
 * @param {readonly Move[]} legal
 * @param {Unit} unit
 * @returns {Move | null}
 */
function bestOf(legal, unit) {
  const moves = legal.filter(({ source, count }) => source === unit.pile && count >= unit.count);
  return moves.find(({ count }) => count === unit.count) ?? moves[0] ?? null;
}

/**
 * The hint, unless cards of another pile are in hand: only one thing is bright at a time.
 * @param {HeadlessState} state
 * @returns {Move | null}
 */
export function shownHint({ hint, hand }) {
  const unit = hand.drag?.started ? hand.drag.unit : hand.unit;
  return unit && unit.pile !== hint?.source ? null : hint;
}

/**
 * The pile to which the move of a hint goes.
 * @param {HeadlessState} state
 * @param {Move | null} hint
 * @returns {string | null}
 */
export function goalOf({ piles }, hint) {
  if (!hint) return null;
  const card = piles.get(hint.source)?.at(-1);
  return card ? pileOf(piles, hint.target, card) : hint.target;
}

/**
 * The cards that the move of a hint takes.
 * @param {HeadlessState} state
 * @param {Move | null} hint
 * @returns {Set<number>} their ids
 */
export function hinted({ piles }, hint) {
  if (!hint?.count) return new Set();
  return new Set(cardsOf(piles, { pile: hint.source, count: hint.count }).map(({ id }) => id));
}

/**
 * The progress of the server's board, and the cards that have gone home or come back since.
 * @param {HeadlessState} state
 * @returns {number | null}
 */
export function progress({ piles, server: { board } }) {
  if (!board) return null;
  const shown = [...piles].map(([pile, cards]) => (isFoundation(pile) ? cards.length : 0));
  const known = Object.entries(board.piles).map(([pile, text]) => (isFoundation(pile) ? text.split(" ").filter(Boolean).length : 0));
  return board.progress + sum(shown) - sum(known);
}

/** @param {readonly number[]} counts */
function sum(counts) {
  return counts.reduce((total, count) => total + count, 0);
}
