/**
 * Everything the table knows. `HeadlessState` has no DOM in it; `State` adds the elements.
 * @module
 */

/** @import { Config, Drag, Layout, Move, Piles, Preferences, Size, Unit, View } from "./types.js" */
/** @import { Dom } from "./render.js" */
import { arrange } from "./layout.js";

/**
 * @typedef {object} HeadlessState
 * @property {string} game
 * @property {Piles} piles what is shown
 * @property {View | null} confirmed the last board of the server
 * @property {readonly Move[]} moves legal in the confirmed board
 * @property {readonly string[]} outstanding actions of the player that the confirmed board does not contain
 * @property {boolean} locked
 * @property {Unit | null} held picked up by click or key
 * @property {boolean} exact the player chose the number of cards; otherwise the target may choose it
 * @property {Drag | null} drag
 * @property {string | null} cursor the pile with the keyboard focus
 * @property {boolean} byKey the last input came from the keyboard
 * @property {(() => void)[]} wishes what to do once the legal moves are known, one after the answer to the other
 * @property {Move | null} hint a move that the player is shown
 * @property {boolean} collecting foundation moves are played one after another
 * @property {Required<Preferences>} preferences
 * @property {Layout} layout
 * @property {{ move: (text: string) => void, undo: () => void, hint: () => void, type: () => void, announce: (text: string) => void }} events
 */

/** @typedef {HeadlessState & { dom: Dom }} State */

const nothing = () => {};

/** @type {Required<Preferences>} */
const DEFAULTS = { hand: "right", tap: "pick" };

/**
 * Finds the places anew, for the same piles unless others are named.
 * @param {HeadlessState} state
 * @param {Size} size
 * @param {readonly string[]} [piles]
 */
export function rearrange(state, size, piles = [...state.layout.places.keys()]) {
  state.layout = arrange(state.game, size, piles, state.preferences.hand === "left");
}

/**
 * A fresh table.
 * @param {Config} config
 * @param {Size} size
 * @returns {HeadlessState}
 */
export function headless(config, size) {
  const preferences = { ...DEFAULTS, ...config.preferences };
  return {
    game: config.game,
    piles: new Map(),
    confirmed: null,
    moves: [],
    outstanding: [],
    locked: config.locked ?? false,
    held: null,
    exact: false,
    drag: null,
    cursor: null,
    byKey: false,
    wishes: [],
    hint: null,
    collecting: false,
    preferences,
    layout: arrange(config.game, size, Object.keys(config.board?.piles ?? {}), preferences.hand === "left"),
    events: {
      move: config.onMove ?? nothing,
      undo: config.onUndo ?? nothing,
      hint: config.onHint ?? nothing,
      type: config.onType ?? nothing,
      announce: config.announce ?? nothing,
    },
  };
}
