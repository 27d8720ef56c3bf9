/**
 * What travels over a race's socket; games/live/protocol.py is the other end.
 * Times are milliseconds, relative to the moment of sending.
 * @module
 */

/** @typedef {"open" | "countdown" | "running" | "over"} RaceState */
/** @typedef {"waiting" | "playing" | "won" | "stuck" | "ended" | "forfeit" | "no-show"} RunState */

/**
 * A seat as everybody at the table sees it.
 * @typedef {object} Seat
 * @property {number} seat
 * @property {string} name
 * @property {boolean} guest
 * @property {boolean} ready
 * @property {boolean} assisted helped by the alarm or a hint: the run counts in no ranking
 * @property {string} voided why the run does not count after all; empty if it does
 * @property {boolean} away no socket of theirs is open
 * @property {RunState} state
 * @property {number} progress 0 to 52: cards home, or in order, as the game counts
 * @property {number} moves
 * @property {number} undos
 * @property {number | null} active since the last action
 * @property {number | null} time from the start to the finish
 * @property {number | null} place where the seat stands, final once it has won; null before the first action of any
 * @property {number} entry
 */

/**
 * The whole race, as this client may see it.
 * @typedef {object} RaceFrame
 * @property {"race"} t
 * @property {string} code
 * @property {number} version
 * @property {string} rules "agnes-sorel/standard"
 * @property {string} kind
 * @property {RaceState} state
 * @property {string | null} commitment SHA-256 of the deal's key, in hex
 * @property {string | null} key in hex, once the race is over
 * @property {string | null} deal 52 cards, once the race is over
 * @property {number | null} starts_in
 * @property {number | null} elapsed
 * @property {number | null} ends_in
 * @property {"limit" | "finish" | null} bell why the race ends when it does
 * @property {number} countdown seconds
 * @property {number | null} limit seconds; null in a practice
 * @property {boolean} helped whether its players may have the dead-end alarm and hints
 * @property {"now" | "delayed" | "after"} watching when those who watch, or are done, see the boards of others
 * @property {boolean} quick whether it starts by itself a while after two have come
 * @property {"easy" | "medium" | "hard" | null} difficulty of the deal, if it is known
 * @property {number} seats_max
 * @property {number | null} you your seat; null if you watch
 * @property {number | null} host
 * @property {number} watchers
 * @property {Seat[]} seats
 * @property {string | null} next the code of the rematch
 */

/**
 * A board as its player may see it: games/engine/view.py.
 * @typedef {object} View
 * @property {Record<string, string>} piles
 * @property {string[]} moves
 * @property {string[]} safe
 * @property {{t: string, f: string}} accepts
 * @property {number} progress
 * @property {boolean} undo
 * @property {"won" | "stuck" | null} outcome
 */

/**
 * A board after its action `n`; of one's own, the acknowledgement of every action up to it,
 * with how many more actions the run takes if few are left.
 * @typedef {{t: "board", seat: number, n: number, ms: number, board: View, left?: number}} BoardFrame
 */

/**
 * Why something is not done: docs/protocol.md.
 * @typedef {"already-started" | "bad-action" | "bad-countdown" | "bad-frame" | "bad-json" | "bad-limit" | "bad-message" |
 *   "counting" | "daily" | "decided" | "full" | "gap" | "help-later" | "internal" | "never-started" | "no-deal" | "no-friend" | "no-help" | "no-practice" | "no-race" |
 *   "no-reason" | "no-rematch" | "no-rival" | "no-undo" | "not-host" | "not-over" | "not-seated" | "not-started" |
 *   "not-stored" | "race-over" | "run-full" | "run-over" | "secret" | "stale" | "starting" | "too-large" | "too-late" | "too-many" |
 *   "too-many-guests" | "too-many-races" | "too-many-ranked" | "too-many-rooms" | "too-many-seats" | "too-many-sockets" | "too-soon" | "unavailable"} RefusalCode
 */
/**
 * Why the rules forbid a move: games/engine/errors.py.
 * @typedef {"corner" | "empty-pile" | "face-down" | "foundation" | "moves-left" | "no-foundation" | "no-return" |
 *   "no-stock" | "no-such-pile" | "not-a-run" | "not-a-target" | "not-packing" | "on-base" | "one-card" | "same-pile" |
 *   "space" | "whole-run"} MoveReason
 */
/** @typedef {{t: "refused", n: number | null, code: RefusalCode | MoveReason, detail: string}} RefusedFrame */
/** @typedef {{t: "pong"}} PongFrame */
/** @typedef {{t: "ping", k: number}} PingFrame have you read everything so far? */
/** @typedef {{t: "slow"}} SlowFrame your action waits for others to be stored */
/** @typedef {"winnable" | "lost" | "unknown"} Chances whether a board can still be won */
/** @typedef {{t: "verdict", n: number, verdict: Chances}} VerdictFrame of one's own board after action `n`, while the alarm is on */
/** @typedef {{t: "hint", n: number, verdict: Chances, move: string | null}} HintFrame a move that begins a win after action `n` */
/** @typedef {{t: "begun", code: string}} BegunFrame where the practice goes on that was begun again */
/** @typedef {RaceFrame | BoardFrame | RefusedFrame | PongFrame | PingFrame | SlowFrame | VerdictFrame | HintFrame | BegunFrame} ServerFrame */

/** The close code for somebody whose session has ended; a new one may be on its way to the browser. */
export const LOGGED_OUT = 4401;

/** @typedef {{t: "act", n: number, a: string}} ActFrame */
/**
 * @typedef {ActFrame | {t: "ready", ready: boolean} | {t: "alarm", on: boolean} |
 *   {t: "pong", k: number} | {t: "start" | "end" | "leave" | "rematch" | "restart" | "hint" | "sync" | "ping"}} ClientFrame
 */

const TAGS = new Set(["race", "board", "refused", "pong", "ping", "slow", "verdict", "hint", "begun"]);

/**
 * The message of a text frame; null if it is of no kind that this page knows.
 * @param {string} text
 * @returns {ServerFrame | null}
 */
export function parse(text) {
  const frame = JSON.parse(text);
  return TAGS.has(frame?.t) ? frame : null;
}

/**
 * @param {ClientFrame} frame
 * @returns {string}
 */
export function encode(frame) {
  return JSON.stringify(frame);
}
