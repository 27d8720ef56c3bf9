/**
 * Everything the table knows. `HeadlessState` has no DOM in it; `State` adds the elements.
 * @module
 */

/** @import { Config, Drag, Layout, Move, Piles, Unit, View } from "./types.js" */
/** @import { Dom } from "./render.js" */
/** @import { Strings } from "./strings.js" */
import { arrange } from "./layout.js";
import { english } from "./strings.js";

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
 * @property {boolean} collecting foundation moves are played one after another
 * @property {Layout} layout
 * @property {Strings} strings
 * @property {{ move: (text: string) => void, undo: () => void, announce: (text: string) => void }} events
 */

/** @typedef {HeadlessState & { dom: Dom }} State */

const nothing = () => {};

/**
 * A fresh table.
 * @param {Config} config
 * @param {import("./types.js").Size} size
 * @returns {HeadlessState}
 */
export function headless(config, size) {
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
    collecting: false,
    layout: arrange(config.game, size, Object.keys(config.board?.piles ?? {})),
    strings: { ...english, ...config.strings },
    events: {
      move: config.onMove ?? nothing,
      undo: config.onUndo ?? nothing,
      announce: config.announce ?? nothing,
    },
  };
}
