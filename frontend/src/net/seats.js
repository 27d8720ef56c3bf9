/**
 * The seats of a race frame: their order, and who is done. No DOM.
 * @module
 */

/** @import { RaceFrame, RunState, SeatState } from "./messages.js" */
import { gettext } from "../lib/gettext.js";

/**
 * @param {SeatState} seat
 * @returns {boolean} whether the run has ended
 */
export function isDone(seat) {
  return seat.state !== "waiting" && seat.state !== "playing";
}

/**
 * The place of a seat among several; null while all are level.
 * @param {RaceFrame} race
 * @param {SeatState | null} seat
 * @returns {number | null}
 */
export function standing({ seats }, seat) {
  return seats.some(({ place }) => place !== seats[0].place) ? (seat?.place ?? null) : null;
}

/**
 * Whether a run has come to anything: to end it without a move is worth as much as not to come.
 * @param {SeatState} seat
 * @returns {boolean}
 */
export function hasMoved({ state, moves }) {
  return state === "won" || moves > 0;
}

/**
 * The seats of a finished race, by place.
 * @param {RaceFrame} race
 * @returns {SeatState[]}
 */
export function byPlace(race) {
  return [...race.seats].sort((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity) || a.seat - b.seat);
}

/**
 * How a run has ended, if not with a win; empty while it goes on.
 * @param {RunState} state
 * @returns {string}
 */
export function endingText(state) {
  switch (state) {
    case "stuck":
      return gettext("stuck");
    case "ended":
      return gettext("stopped");
    case "forfeit":
      return gettext("left");
    case "no-show":
      return gettext("didn't make a move");
    default:
      return "";
  }
}
