/**
 * What this page knows of the race, as one value, and how a frame changes it.
 * @module
 */

/** @import { BoardFrame, HintFrame, RaceFrame, Seat, ServerFrame, VerdictFrame } from "../net/messages.js" */
/** @import { Connection } from "../net/socket.js" */
/** @import { Asked } from "./asking.js" */

/**
 * @typedef {object} State
 * @property {Connection} connection
 * @property {number | null} closeCode why the connection is closed for good
 * @property {RaceFrame | null} race
 * @property {Readonly<Record<number, BoardFrame>>} boards by seat, those that this page may see
 * @property {VerdictFrame | null} verdict the last one on the own board
 * @property {HintFrame | null} hint the last one
 * @property {string | null} begun the code of the practice that takes the place of this one
 * @property {Asked} asked what waits for an answer
 */

/**
 * Which part of the page is shown. `done`: the race runs, but not for me any more; `watch`: it
 * never did.
 * @typedef {"loading" | "room" | "countdown" | "play" | "done" | "watch" | "result"} Scene
 */

/** @type {State} */
export const START = { connection: "connecting", closeCode: null, race: null, boards: {}, verdict: null, hint: null, begun: null, asked: {} };

/**
 * @param {State} state
 * @param {ServerFrame} frame
 * @returns {State}
 */
export function withFrame(state, frame) {
  switch (frame.t) {
    case "race":
      return { ...state, race: frame };
    case "board":
      return { ...state, boards: { ...state.boards, [frame.seat]: frame } };
    case "verdict":
      return { ...state, verdict: frame };
    case "hint":
      return { ...state, hint: frame };
    case "begun":
      return { ...state, begun: frame.code };
    default:
      return state;
  }
}

/**
 * @param {State} state
 * @returns {Seat | null} the seat of whoever looks at this page
 */
export function ownSeat({ race }) {
  return race?.seats.find((seat) => seat.seat === race.you) ?? null;
}

/**
 * @param {State} state
 * @returns {BoardFrame | null}
 */
export function ownBoard(state) {
  const seat = ownSeat(state);
  return seat ? (state.boards[seat.seat] ?? null) : null;
}

/**
 * @param {State} state
 * @returns {Seat[]} everybody else
 */
export function rivals({ race }) {
  return race ? race.seats.filter((seat) => seat.seat !== race.you) : [];
}

/**
 * @param {Seat} seat
 * @returns {boolean} whether nothing can be added to the run any more
 */
export function isDone(seat) {
  return seat.state !== "waiting" && seat.state !== "playing";
}

/**
 * The place of a seat among several; nobody has one while all are level.
 * @param {RaceFrame} race
 * @param {Seat | null} seat
 * @returns {number | null}
 */
export function standing({ seats }, seat) {
  return seats.some(({ place }) => place !== seats[0].place) ? (seat?.place ?? null) : null;
}

/**
 * @param {State} state
 * @returns {Scene}
 */
export function scene(state) {
  const { race } = state;
  if (!race) return "loading";
  if (race.state === "open") return "room";
  if (race.state === "countdown") return "countdown";
  if (race.state === "over") return "result";
  const seat = ownSeat(state);
  if (!seat) return "watch";
  return isDone(seat) ? "done" : "play";
}

/**
 * The seats of a race that is over, by place.
 * @param {RaceFrame} race
 * @returns {Seat[]}
 */
export function byPlace(race) {
  return [...race.seats].sort((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity) || a.seat - b.seat);
}

/**
 * Which sentence tells why there are no tables of others, or that they are old; players who are done read
 * it on their own table.
 * @param {State} state
 * @param {boolean} any whether there are tables
 * @returns {"after" | "waiting" | "delayed" | null}
 */
export function watchNote(state, any) {
  const shown = scene(state);
  switch (shown === "result" ? "now" : state.race?.watching) {
    case "after":
      return shown === "watch" ? "after" : null;
    case "delayed":
      return any ? "delayed" : "waiting";
    default:
      return null;
  }
}
