/**
 * What travels over a race's socket; games/live/protocol.py is the other end, and docs/reference/protocol.md
 * tells what each field means. `python -m tests.repository.protocol` writes the types.
 * @module
 */

// types
/** @import { View } from "../lib/view.js" */
/** @typedef {"casual" | "ranked" | "daily" | "anytime" | "event" | "solo"} Kind */
/** @typedef {"open" | "countdown" | "running" | "over"} RaceState */
/** @typedef {"time" | "moves" | "cards" | "sooner" | "left" | "shared" | "nothing" | "nobody"} Decision */
/** @typedef {"limit" | "finish"} BellReason */
/** @typedef {"now" | "delayed" | "after"} Watching */
/** @typedef {"easy" | "medium" | "hard"} Difficulty */
/**
 * @typedef {object} SeatState
 * @property {number} seat
 * @property {string} name
 * @property {boolean} guest
 * @property {boolean} bot
 * @property {boolean} ready
 * @property {boolean} elsewhere
 * @property {boolean} stopped
 * @property {boolean} assisted
 * @property {string} voided
 * @property {boolean} away
 * @property {RunState} state
 * @property {number} progress
 * @property {number} moves
 * @property {number} undos
 * @property {number | null} active
 * @property {number | null} time
 * @property {number | null} place
 * @property {number} entry
 */
/** @typedef {"waiting" | "playing" | "won" | "stuck" | "ended" | "forfeit" | "no-show"} RunState */
/**
 * @typedef {object} MatchState
 * @property {string} code
 * @property {number} number
 * @property {number | null} target
 * @property {boolean} two_ahead
 * @property {boolean} chosen
 * @property {MatchStage} state
 * @property {string | null} stopped_by
 * @property {MatchPlayer[]} players
 */
/** @typedef {"on" | "won" | "stopped"} MatchStage */
/**
 * @typedef {object} MatchPlayer
 * @property {number | null} seat
 * @property {string} name
 * @property {number} points
 * @property {number} wins
 * @property {boolean} won
 * @property {boolean} chooses
 */
/** @typedef {"winnable" | "lost" | "unknown"} Chances */
/** @typedef {"good-luck" | "nice" | "wow" | "ouch" | "well-played" | "again"} Reaction */
/** @typedef {RefusalCode | FrameCode | ResyncCode | FaultCode | Reason} SocketCode */
/**
 * @typedef {"already-started" | "bad-action" | "bad-break" | "bad-countdown" | "bad-limit" | "bad-name" | "bad-rounds" |
 *   "bad-seats" | "bad-start" | "bad-token" | "bad-version" | "bad-window" | "counting" | "daily" | "decided" |
 *   "event-begun" | "event-over" | "full" | "help-later" | "match-over" | "never-started" | "no-bots" |
 *   "no-deal" | "no-friend" | "no-help" | "no-move" | "no-player" | "no-practice" | "no-race" | "no-reason" |
 *   "no-rematch" | "no-rival" | "no-scope" | "no-undo" | "nothing-safe" | "not-host" | "not-organiser" |
 *   "not-over" | "not-seated" | "not-started" | "planned" | "race-over" | "removed" | "run-full" | "run-over" |
 *   "secret" | "starting" | "still-playing" | "too-fast" | "too-late" | "too-many-guests" | "too-many-races" |
 *   "too-many-ranked" | "too-many-rooms" | "too-many-seats" | "too-many-sockets" | "too-soon"} RefusalCode
 */
/** @typedef {"bad-frame" | "bad-json" | "bad-message" | "too-large"} FrameCode */
/** @typedef {"gap" | "not-stored" | "stale"} ResyncCode */
/** @typedef {"internal" | "too-many" | "unavailable"} FaultCode */
/**
 * @typedef {"no-such-pile" | "same-pile" | "empty-pile" | "face-down" | "not-a-run" | "whole-run" | "one-card" |
 *   "not-packing" | "on-base" | "corner" | "space" | "foundation" | "no-foundation" | "no-return" |
 *   "not-a-target" | "no-room" | "no-stock" | "moves-left"} Reason
 */
/** @typedef {"coming" | "on" | "over" | "called-off"} EventStage */
/**
 * @typedef {object} RoundState
 * @property {number} number
 * @property {RoundStage} state
 * @property {number} starts_at
 * @property {number} ends_at
 * @property {string | null} commitment
 * @property {string | null} key
 * @property {number} raced
 * @property {number} delay
 * @property {RoundBest | null} best
 * @property {Difficulty | null} instead
 */
/** @typedef {"coming" | "seated" | "running" | "over" | "skipped" | "called-off"} RoundStage */
/**
 * @typedef {object} RoundBest
 * @property {string[]} names
 * @property {number} count
 * @property {number | null} time
 * @property {number} progress
 * @property {boolean} risen
 * @property {number} entry
 * @property {boolean} sooner
 */
/**
 * @typedef {object} EventTable
 * @property {string} code
 * @property {string[]} players
 */
/**
 * @typedef {object} StandingRow
 * @property {number | null} place
 * @property {number} player
 * @property {string} name
 * @property {number} points
 * @property {number} rounds
 * @property {number} best
 * @property {boolean} left
 * @property {boolean} guest
 */
/**
 * @typedef {object} RaceFrame
 * @property {"race"} t
 * @property {string} code
 * @property {number} version
 * @property {string} rules
 * @property {Kind} kind
 * @property {RaceState} state
 * @property {string | null} commitment
 * @property {string | null} key
 * @property {string | null} deal
 * @property {number | null} start_progress
 * @property {Decision | null} decided
 * @property {number | null} starts_in
 * @property {number | null} planned
 * @property {number | null} elapsed
 * @property {number | null} ends_in
 * @property {BellReason | null} bell
 * @property {number} countdown
 * @property {number | null} limit
 * @property {boolean} helped
 * @property {boolean} bots_allowed
 * @property {boolean} watchable
 * @property {boolean} quick
 * @property {Watching} watching
 * @property {number | null} delay
 * @property {Difficulty | null} difficulty
 * @property {number} seats_max
 * @property {number | null} you
 * @property {number | null} host
 * @property {number} watchers
 * @property {SeatState[]} seats
 * @property {string | null} next
 * @property {number | null} next_by
 * @property {number[]} next_in
 * @property {boolean} next_started
 * @property {string | null} next_game
 * @property {MatchState | null} match
 */
/**
 * @typedef {object} BoardFrame
 * @property {"board"} t
 * @property {number} seat
 * @property {number} n
 * @property {number} ms
 * @property {View} board
 * @property {number} [left]
 */
/**
 * @typedef {object} VerdictFrame
 * @property {"verdict"} t
 * @property {number} n
 * @property {Chances} verdict
 */
/**
 * @typedef {object} HintFrame
 * @property {"hint"} t
 * @property {number} n
 * @property {Chances} verdict
 * @property {string | null} move
 */
/**
 * @typedef {object} ReactionFrame
 * @property {"reaction"} t
 * @property {number} seat
 * @property {Reaction} r
 */
/**
 * @typedef {object} BegunFrame
 * @property {"begun"} t
 * @property {string} code
 */
/**
 * @typedef {object} RefusedFrame
 * @property {"refused"} t
 * @property {number | null} n
 * @property {SocketCode} code
 * @property {string} detail
 * @property {number} [retry_after]
 */
/**
 * @typedef {object} SlowFrame
 * @property {"slow"} t
 */
/**
 * @typedef {object} PongFrame
 * @property {"pong"} t
 */
/**
 * @typedef {object} PingFrame
 * @property {"ping"} t
 * @property {number} k
 */
/**
 * @typedef {object} EventFrame
 * @property {"event"} t
 * @property {string} code
 * @property {number} version
 * @property {string} name
 * @property {EventStage} state
 * @property {number} players
 * @property {string[]} names
 * @property {RoundState[]} rounds
 * @property {number | null} round
 * @property {number | null} starts_in
 * @property {number | null} ends_in
 * @property {EventTable[]} tables
 */
/**
 * @typedef {object} StandingsFrame
 * @property {"standings"} t
 * @property {StandingRow[]} rows
 * @property {number} placed
 * @property {number} finished
 * @property {number} playing
 */
/**
 * @typedef {object} YouFrame
 * @property {"you"} t
 * @property {boolean} joined
 * @property {boolean} removed
 * @property {string | null} table
 * @property {StandingRow | null} row
 */
/**
 * @typedef {object} PartFrame
 * @property {"part"} t
 * @property {string} text
 * @property {boolean} more
 */
/**
 * @typedef {RaceFrame | BoardFrame | VerdictFrame | HintFrame | ReactionFrame | BegunFrame | RefusedFrame | SlowFrame |
 *   PongFrame | PingFrame | EventFrame | StandingsFrame | YouFrame | PartFrame} ServerFrame
 */
/**
 * @typedef {{ t: "ready", ready: boolean } | { t: "start" } | { t: "act", n: number, a: string } | { t: "end" } |
 *   { t: "leave" } | { t: "rematch" } | { t: "react", r: Reaction } | { t: "restart" } |
 *   { t: "alarm", on: boolean } | { t: "hint" } | { t: "sync" } | { t: "ping" } | { t: "pong", k: number }} ClientFrame
 */
// end of types

/** @typedef {Extract<ClientFrame, { t: "act" }>} ActFrame */

/** The close code for somebody whose session has ended; a new one may be on its way to the browser. */
export const LOGGED_OUT = 4401;

const TAGS = new Set(["race", "board", "refused", "pong", "ping", "slow", "verdict", "hint", "reaction", "begun",
  "event", "standings", "you", "part"]);

/**
 * Reads the message of a text frame; null if this page does not know its type.
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
