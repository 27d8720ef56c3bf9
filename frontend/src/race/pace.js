/**
 * The pace of finished runs, as seats in a race that moves at that pace. No DOM.
 * @module
 */

/** @import { SeatState } from "../net/messages.js" */
/** @import { State } from "./state.js" */
import { ownBoard, ownSeat } from "./state.js";

/**
 * When a run's progress rose, and when the run ended; milliseconds since its start.
 * @typedef {object} Ghost
 * @property {number | null} entry null for the solver's own win
 * @property {string} label whose run it is
 * @property {string} name
 * @property {[ms: number, progress: number][]} points
 * @property {number} ended
 * @property {number | null} time of a run that was won
 */

/**
 * The state with its ghosts seated, and placed, beside the player.
 * @param {State} state
 * @param {readonly Ghost[]} ghosts
 * @param {number} ms since the start
 * @returns {State}
 */
export function haunted(state, ghosts, ms) {
  const { race } = state;
  const own = ownSeat(state);
  if (!race || !own || !ghosts.length) return state;
  const mine = ownBoard(state)?.board;
  const me = { ...own, progress: mine?.progress ?? own.progress };
  const runs = ghosts.map((ghost, i) => seatOf(ghost, own, i, ms));
  // During the countdown no one has a card home.
  const seats = [me, ...(mine || race.state === "over" ? runs : runs.map((run) => ({ ...run, progress: me.progress })))];
  const isLevel = seats.every((seat) => seat.progress === me.progress && seat.time === me.time);
  return {
    ...state,
    race: {
      ...race,
      seats: seats.map((seat) => ({ ...seat, place: isLevel ? null : 1 + seats.filter((other) => isAhead(other, seat)).length })),
    },
  };
}

/**
 * The state of a practice that is over, with its ghosts as far as they were when the player stopped: to a player who
 * brought all cards home, as far as they got.
 * @param {State} state
 * @param {readonly Ghost[]} ghosts
 * @returns {State}
 */
export function settled(state, ghosts) {
  const isWon = ownSeat(state)?.state === "won";
  return haunted({ ...state, boards: {} }, ghosts, isWon ? Infinity : (state.race?.elapsed ?? Infinity));
}

/**
 * @param {Ghost} ghost
 * @param {SeatState} own
 * @param {number} i its number among the ghosts
 * @param {number} ms since the start
 * @returns {SeatState}
 */
function seatOf({ entry, name, points, ended, time }, own, i, ms) {
  const isOver = ms >= ended;
  return {
    ...own,
    seat: own.seat + 1 + i,
    entry: entry ?? 0,
    name,
    assisted: false,
    voided: "",
    away: false,
    state: !isOver ? "playing" : time === null ? "ended" : "won",
    progress: points.findLast(([at]) => at <= ms)?.[1] ?? 0,
    time: isOver ? time : null,
  };
}

/**
 * @param {SeatState} one
 * @param {SeatState} other
 */
function isAhead(one, other) {
  const [time, otherTime] = [one.time ?? Infinity, other.time ?? Infinity];
  return time === otherTime ? one.progress > other.progress : time < otherTime;
}
