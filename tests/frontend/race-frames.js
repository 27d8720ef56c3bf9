/**
 * Frames of a race between Alice, who looks at the page, and Bob.
 * @module
 */

/** @import { BoardFrame, RaceFrame, SeatState } from "../../frontend/src/net/messages.js" */

/**
 * @param {Partial<SeatState>} changes
 * @returns {SeatState}
 */
export function seat(changes = {}) {
  return {
    seat: 0,
    name: "Alice",
    guest: false,
    bot: false,
    ready: false,
    elsewhere: false,
    stopped: false,
    assisted: false,
    voided: "",
    away: false,
    state: "waiting",
    progress: 0,
    // No card is home without a move.
    moves: changes.progress ? 12 : 0,
    undos: 0,
    active: null,
    time: null,
    place: null,
    entry: 41,
    ...changes,
  };
}

/** @type {(changes?: Partial<SeatState>) => SeatState} */
export const alice = seat;

/** @type {(changes?: Partial<SeatState>) => SeatState} */
export const bob = (changes) => seat({ seat: 1, name: "Bob", entry: 42, ...changes });

/**
 * @param {Partial<RaceFrame>} changes
 * @returns {RaceFrame}
 */
export function race(changes = {}) {
  return {
    t: "race",
    code: "QFXKMP",
    version: 1,
    rules: "agnes-sorel/standard",
    kind: "casual",
    state: "open",
    commitment: "0".repeat(64),
    key: null,
    deal: null,
    start_progress: null,
    decided: null,
    starts_in: null,
    elapsed: null,
    ends_in: null,
    bell: null,
    countdown: 5,
    helped: false,
    bots_allowed: false,
    watchable: false,
    quick: false,
    delay: null,
    watching: "now",
    limit: 600,
    difficulty: null,
    planned: null,
    seats_max: 10,
    you: 0,
    host: 0,
    watchers: 0,
    seats: [alice(), bob()],
    next: null,
    next_by: null,
    next_in: [],
    next_started: false,
    next_game: null,
    match: null,
    ...changes,
  };
}

/**
 * @param {number} n
 * @param {number} seatNumber
 * @returns {BoardFrame}
 */
export function board(n, seatNumber = 0) {
  return {
    t: "board",
    seat: seatNumber,
    n,
    ms: 1000 * n,
    board: { piles: {}, moves: [], safe: [], accepts: { t: "*", f: "A" }, progress: 0, undo: false, outcome: null },
  };
}
