/**
 * What a guide says to a newcomer: a move in words, and why it is made. The rules come from the server.
 * @module
 */

/** @import { View } from "../lib/view.js" */
/** @import { Move } from "../table/types.js" */
/** @import { State } from "./state.js" */
import { gettext } from "../lib/gettext.js";
import { cardName, rankName } from "../table/describe.js";
import { HIDDEN, isCell, isColumn, isFoundation, parseMove } from "../table/notation.js";
import { ownBoard, scene } from "./state.js";

/** @typedef {"deal" | "home" | "packing" | "run" | "space" | "reserve" | "hand" | "waste" | "cell" | "return"} MoveKind */

/**
 * The aim of the game, and why a kind of move is made.
 * @typedef {{ aim: string } & Partial<Record<MoveKind, string>>} Whys
 */

/** How many moves are guided. */
export const STEPS = 12;

/**
 * What the guide does next: wait, ask for a hint, show the one that has come, say its last word, or go.
 * @param {State} state
 * @param {number} asked the action whose hint has been asked for
 * @param {boolean} moving whether moves are on their way
 * @param {number} done how many of its moves have been played
 * @returns {"wait" | "ask" | "show" | "finish" | "end"}
 */
export function nextStep(state, asked, moving, done) {
  const [shown, board] = [scene(state), ownBoard(state)];
  if (shown !== "play") return shown === "loading" ? "wait" : "end";
  if (!board) return "wait";
  // A hint for a board that moves on their way have left points at nothing.
  if (state.hint?.n === board.n) return moving ? "wait" : done < STEPS ? "show" : "finish";
  return asked === board.n || "hint" in state.asked || state.connection !== "online" ? "wait" : "ask";
}

/** The sentences of one guide; it tells each rule once, and then what else a move is good for. */
export class Guidance {
  /** @type {Set<MoveKind>} */
  #told = new Set();

  /**
   * @param {Whys} whys
   * @param {boolean} touch whether the player moves cards with a finger
   */
  constructor(whys, touch) {
    this.whys = whys;
    this.touch = touch;
  }

  /**
   * A move to make, and why.
   * @param {View} view
   * @param {string} text a move, or "deal"
   * @param {number} n how many of the guide's moves were before it
   * @param {boolean} [strayed] whether another move was played than the last one shown
   * @returns {string}
   */
  move(view, text, n, strayed = false) {
    const move = parseMove(text);
    const what = move ? words(view, move) : dealing(view);
    if (strayed) return `${gettext("You played another move.")} ${what}`;
    if (n === 0) return `${this.whys.aim} ${what} ${move ? this.#moving : this.#pressing}`;
    return `${what} ${this.#why(view, move)}`.trim();
  }

  /** How a card is moved. */
  get #moving() {
    return this.touch ? gettext("Tap or drag it.") : gettext("Drag it there, or click it and then the place.");
  }

  /** How the stock is dealt from. */
  get #pressing() {
    return this.touch ? gettext("Tap it.") : gettext("Click it.");
  }

  /** What to say while no move is known. */
  get rule() {
    return this.any(false);
  }

  /**
   * The same, after any move.
   * @param {boolean} strayed whether it was another than the one shown
   */
  any(strayed) {
    const before = strayed ? gettext("You played another move.") : this.whys.packing;
    return [before, gettext("Play any move that fits.")].filter(Boolean).join(" ");
  }

  /**
   * What the last word adds: no game is played without its empty columns, which a dozen moves may not have shown.
   * @param {View} view
   * @returns {string}
   */
  rest(view) {
    return this.#told.has("space") || !view.accepts.t ? "" : this.#rule(view, "space");
  }

  /**
   * @param {View} view
   * @param {Move | null} move null for a deal
   */
  #why(view, move) {
    const kind = move ? kindOf(view, move) : "deal";
    const rule = this.#told.has(kind) ? "" : this.#rule(view, kind);
    this.#told.add(kind);
    return rule || (move ? effect(view, move) : "");
  }

  /**
   * @param {View} view
   * @param {MoveKind} kind
   */
  #rule({ accepts: { t } }, kind) {
    if (kind !== "space") return this.whys[kind] ?? "";
    if (t === "*") return gettext("An empty column takes any card.");
    if (t === "K") return gettext("An empty column takes only a king.");
    return gettext("An empty column takes any %(rank)s, but no other card.", { rank: lettered(t, rankName(t)) });
  }
}

/**
 * @param {View} view
 * @param {Move} move
 * @returns {MoveKind}
 */
function kindOf(view, { source, target, count }) {
  if (isFoundation(target)) return "home";
  if (isFoundation(source)) return "return";
  if (source.startsWith("r")) return "reserve";
  if (source.startsWith("h")) return "hand";
  if (source === "w") return "waste";
  if (isCell(target)) return "cell";
  if (!cardsOf(view, target).length) return "space";
  return count > 1 ? "run" : "packing";
}

/**
 * A move in words.
 * @param {View} view
 * @param {Move} move
 */
function words(view, { source, target, count }) {
  const card = nameOf(cardsOf(view, source).at(-count) ?? HIDDEN);
  const cards = count > 1 ? gettext("%(card)s and all on it", { card }) : card;
  if (isFoundation(target)) return gettext("Move the %(cards)s home.", { cards });
  if (isCell(target)) return gettext("Move the %(cards)s to a cell.", { cards });
  const under = cardsOf(view, target).at(-1);
  return under
    ? gettext("Move the %(cards)s onto the %(card)s.", { cards, card: nameOf(under) })
    : gettext("Move the %(cards)s onto the empty column %(number)s.", { cards, number: target.slice(1) });
}

/** @param {string} face */
function nameOf(face) {
  return lettered(face, cardName(face));
}

/**
 * A name with the letter that its card shows, if it begins with another: the German queen is a Dame.
 * @param {string} face a card or a rank
 * @param {string} name
 */
function lettered([rank], name) {
  return "AJQK".includes(rank) && rankName(rank)[0].toUpperCase() !== rank ? `${name}\u00a0(${rank})` : name;
}

/** @param {View} view */
function dealing(view) {
  return cardsOf(view, "s").length ? gettext("Deal from the stock.") : gettext("Turn the waste over.");
}

/**
 * What the cards themselves show of a move's use.
 * @param {View} view
 * @param {Move} move
 */
function effect(view, { source, count }) {
  const left = cardsOf(view, source).slice(0, -count);
  const under = left.at(-1);
  if (under === HIDDEN) return gettext("That turns a card over.");
  if (under) return gettext("That frees the %(card)s.", { card: nameOf(under) });
  return isColumn(source) ? gettext("That empties a column.") : "";
}

/**
 * @param {View} view
 * @param {string} pile
 * @returns {string[]}
 */
function cardsOf({ piles }, pile) {
  return (piles[pile] ?? "").split(" ").filter(Boolean);
}
