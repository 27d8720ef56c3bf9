/**
 * Everything the table knows. `HeadlessState` has no DOM in it; `State` adds the elements.
 * @module
 */

/** @import { Config, Drag, Layout, Move, Piles, Preferences, Size, TableSound, Unit, View } from "./types.js" */
/** @import { Dom } from "./render.js" */
import { capital } from "./describe.js";
import { arrange } from "./layout.js";

/**
 * What the server has said, and what it has not heard yet.
 * @typedef {object} Server
 * @property {View | null} board its last board
 * @property {readonly Move[]} moves legal on that board
 * @property {readonly string[]} outstanding the player's actions that the board does not contain
 */

/**
 * What the player holds.
 * @typedef {object} Hand
 * @property {Unit | null} unit picked up by click or key
 * @property {boolean} exact the player chose the number of cards; otherwise the target may choose it
 * @property {Drag | null} drag
 */

/**
 * @typedef {object} HeadlessState
 * @property {string} game
 * @property {Piles} piles what is shown
 * @property {Server} server
 * @property {boolean} locked
 * @property {Hand} hand
 * @property {{ pile: string | null, byKey: boolean }} focus the pile with the keyboard focus; whether the last input was a key
 * @property {(() => void)[]} deferred work to do once the legal moves are known, one piece after each answer
 * @property {readonly string[]} undone moves that can be played again, the latest last
 * @property {number} forgotten how many undos that are not answered yet can't be redone
 * @property {Move | null} hint a move that the player is shown
 * @property {string} turned the cards that were turned up last, in words
 * @property {Required<Preferences>} preferences
 * @property {Layout} layout
 * @property {string} cause what the layout was made from
 * @property {{ move: (text: string) => void, undo: () => void, hint: () => boolean, why?: (address: string) => void, rule: (code: string) => string | undefined, type: () => void, announce: (text: string) => void, sound: (name: TableSound, step?: number) => void }} events
 */

/** @typedef {HeadlessState & { dom: Dom }} State */

const nothing = () => {};

/** @type {Required<Preferences>} */
const DEFAULTS = { hand: "right", tap: "auto" };

/**
 * Recomputes the places, for the same piles unless others are named; what depends on nothing new stays.
 * @param {HeadlessState} state
 * @param {Size} size
 * @param {readonly string[]} [piles]
 */
export function rearrange(state, size, piles = [...state.layout.places.keys()]) {
  const cause = causeOf(state.game, size, piles, state.preferences);
  if (cause === state.cause) return;
  state.cause = cause;
  state.layout = arrange(state.game, size, piles, wishesOf(state.preferences));
}

/**
 * @param {string} game
 * @param {Size} size
 * @param {readonly string[]} piles
 * @param {Preferences} preferences
 * @returns {string} all that a layout is made from
 */
function causeOf(game, { width, height }, piles, { hand }) {
  return [game, width, height, hand, ...piles].join(" ");
}

/** @param {Preferences} preferences */
function wishesOf({ hand }) {
  return { mirrored: hand === "left", captioned: true };
}

/**
 * A fresh table.
 * @param {Config} config
 * @param {Size} size
 * @returns {HeadlessState}
 */
export function headless(config, size) {
  const preferences = { ...DEFAULTS, ...config.preferences };
  const piles = Object.keys(config.board?.piles ?? {});
  return {
    game: config.game,
    piles: new Map(),
    server: { board: null, moves: [], outstanding: [] },
    locked: config.locked ?? false,
    hand: { unit: null, exact: false, drag: null },
    focus: { pile: null, byKey: false },
    deferred: [],
    undone: [],
    forgotten: 0,
    hint: null,
    turned: "",
    preferences,
    layout: arrange(config.game, size, piles, wishesOf(preferences)),
    cause: causeOf(config.game, size, piles, preferences),
    events: {
      move: config.onMove ?? nothing,
      undo: config.onUndo ?? nothing,
      hint: config.onHint ?? (() => false),
      why: config.onWhy,
      rule: config.rule ?? (() => undefined),
      type: config.onType ?? nothing,
      announce: (text) => config.announce?.(capital(text)),
      sound: config.onSound ?? nothing,
    },
  };
}
