/**
 * Types that the table's modules share; no code.
 * @module
 */

/** @typedef {import("../lib/view.js").View} View what a player may see; the table knows no rules beyond this */

/** @typedef {{ id: number, face: string }} Card one of 52 pieces of paper; the id stays while the face turns up */
/** @typedef {Map<string, readonly Card[]>} Piles cards of each pile from the bottom up */
/** @typedef {{ source: string, target: string, count: number }} Move target "f" is the card's own foundation */
/** @typedef {{ pile: string, count: number }} Unit the last cards of a pile, moved together */
/** @typedef {"down" | "left" | "right"} Fan the way in which the cards of a pile are spread */
/** @typedef {{ width: number, height: number }} Size in CSS pixels */
/** @typedef {{ x: number, y: number }} Point in CSS pixels from the table's upper left corner */
/** @typedef {Point & Size} Rect */

/**
 * Where a pile lies.
 * @typedef {object} Place
 * @property {number} x of the bottom card
 * @property {number} y of the bottom card
 * @property {Fan | null} fan null: squared up
 * @property {number} room length along the fan, the last card included
 * @property {number} last how many cards are spread along it
 * @property {Rect} zone where a drop counts for this pile
 */

/**
 * The whole geometry of a table.
 * @typedef {object} Layout
 * @property {Size} size of the table
 * @property {"wide" | "tall"} shape
 * @property {Size} card
 * @property {"small" | "full"} detail which faces fit
 * @property {Map<string, Place>} places
 * @property {Rect | null} caption where the reserve is named
 */

/**
 * Cards under the pointer.
 * @typedef {object} Drag
 * @property {number} pointer id of the pointer
 * @property {number} distance pixels after which the press is a drag
 * @property {Unit | null} unit what would move; null when the press cannot lift anything
 * @property {Point} start where the pointer went down
 * @property {Point} at where the pointer is now
 * @property {boolean} started the pointer has moved far enough
 * @property {string | null} over the pile that a drop would go to
 */

/**
 * A refused move: what was tried, a sentence for the player, and where to read the rule behind it.
 * @typedef {{ move?: string, detail: string, why?: string, pending?: number }} Refusal
 */

/** @typedef {"pick" | "place" | "home" | "refused"} TableSound */

/**
 * What the page that holds the table passes in.
 * @typedef {object} Config
 * @property {string} game "agnes-sorel"
 * @property {View | null} [board] null: the places only, before the deal is known
 * @property {boolean} [locked] true: nothing can be moved
 * @property {Preferences} [preferences]
 * @property {(move: string) => void} [onMove] the player plays a move, "deal", "collect", or a card whose best move the server finds
 * @property {() => void} [onUndo]
 * @property {() => boolean} [onHint] the player asks for a hint; whether there may be one
 * @property {(address: string) => void} [onWhy] the player asks for the rule behind a refusal; a new tab if there is none
 * @property {(code: string) => string | undefined} [rule] address of the rule behind a refusal, by its code
 * @property {() => void} [onType] the player wants to type a move
 * @property {HTMLElement} [words] a list that tells every pile in words
 * @property {HTMLElement} [edge] where a line may stand that covers no card; on the table if there is none
 * @property {(text: string) => void} [announce] says a sentence to a screen reader
 * @property {(name: TableSound, step?: number) => void} [onSound] a gesture or a change of the cards sounds
 */

/**
 * A player's preferences for the table; the style sheets handle cards and colours.
 * @typedef {object} Preferences
 * @property {"right" | "left"} [hand] left: foundations and stock change sides
 * @property {"auto" | "pick" | "best"} [tap] what one tap on a card does: picks it up, or plays its best move; auto: a finger plays, a mouse picks up
 */

/**
 * A newer board.
 * @typedef {object} Update
 * @property {string} [game]
 * @property {View | null} board
 * @property {number} [pending] how many of the player's latest actions this board does not contain yet
 * @property {boolean} [cascade] the cards that move do so one after another, each with a sound
 * @property {boolean} [still] the cards lie where they are at once
 */

export {};
