/**
 * What this page knows of the race, as one value, and how a frame changes it.
 * @module
 */

/** @import { BoardFrame, HintFrame, RaceFrame, ReactionFrame, SeatState, ServerFrame, VerdictFrame } from "../net/messages.js" */
/** @import { Connection } from "../net/socket.js" */
/** @import { Asked } from "./asking.js" */
import { endsLate } from "../net/late-end.js";
import { LOGGED_OUT } from "../net/messages.js";
import { byPlace, hasMoved, isDone, standing } from "../net/seats.js";

export { byPlace, hasMoved, isDone, standing };

/**
 * @typedef {object} State
 * @property {Connection} connection
 * @property {number | null} closeCode why the connection is closed for good
 * @property {boolean} silent the connection stands, but the server says nothing
 * @property {boolean} offline the browser says that there is no network, and nothing speaks against it
 * @property {RaceFrame | null} race
 * @property {Readonly<Record<number, BoardFrame>>} boards by seat, those that this page may see
 * @property {VerdictFrame | null} verdict the latest one on the player's board
 * @property {HintFrame | null} hint the latest one
 * @property {ReactionFrame | null} reaction the latest one, of whomever
 * @property {string | null} begun the code of the practice that takes the place of this one
 * @property {Asked} asked what waits for an answer
 * @property {boolean} finale the player has just finished, and the page celebrates before it goes on
 * @property {boolean} late the race is over, and a viewer who watched it late sees the rest of it before the result
 */

/**
 * Which part of the page shows. `finale`: this player has just finished; `done`: the race runs on, but this player is done; `watch`: the viewer
 * has no seat.
 * @typedef {"loading" | "room" | "countdown" | "play" | "finale" | "done" | "watch" | "result"} Scene
 */

/** @type {State} */
export const START = { connection: "connecting", closeCode: null, silent: false, offline: false, race: null, boards: {}, verdict: null, hint: null, reaction: null, begun: null, asked: {}, finale: false, late: false };

/**
 * @param {State} state
 * @param {ServerFrame} frame
 * @returns {State}
 */
export function withFrame(state, frame) {
  switch (frame.t) {
    case "race":
      return { ...state, race: { ...frame, seats: toldApart(frame.seats) }, finale: state.finale || finishes(state, frame), late: state.late || endsLate(state.race, frame) };
    case "board":
      return { ...state, boards: { ...state.boards, [frame.seat]: frame } };
    case "verdict":
      return { ...state, verdict: frame };
    case "hint":
      return { ...state, hint: frame };
    case "reaction":
      return { ...state, reaction: frame };
    case "begun":
      return { ...state, begun: frame.code };
    default:
      return state;
  }
}

/**
 * The seats, with the number of the seat behind a name that two of them share.
 * @param {SeatState[]} seats
 * @returns {SeatState[]}
 */
function toldApart(seats) {
  const shared = new Set(seats.map(({ name }) => name).filter((name, i, names) => names.indexOf(name) !== i));
  return seats.map((seat) => (shared.has(seat.name) ? { ...seat, name: `${seat.name} (${seat.seat + 1})` } : seat));
}

/**
 * Whether the player on this page has just brought all cards home.
 * @param {State} before
 * @param {RaceFrame} race
 */
function finishes(before, race) {
  return scene(before) === "play" && race.seats.some(({ seat, state }) => seat === race.you && state === "won");
}

/**
 * What there is to say of the line to the server.
 * @param {State} state
 * @returns {Connection | "silent" | "logged-out"}
 */
export function line({ connection, closeCode, silent, offline }) {
  if (closeCode === LOGGED_OUT) return "logged-out";
  if (connection !== "online" || !silent) return connection;
  return offline ? "waiting" : "silent";
}

/**
 * @param {State} state
 * @returns {SeatState | null} the viewer's seat
 */
export function ownSeat({ race }) {
  return race?.seats.find((seat) => seat.seat === race.you) ?? null;
}

/**
 * What is raced: it may have changed in the room since the page was made.
 * @param {RaceFrame} race
 * @returns {string}
 */
export function gameOf({ rules }) {
  return rules.split("/")[0] ?? "";
}

/**
 * Whether a planned race has but one player: it starts at its time all the same.
 * @param {RaceFrame} race
 */
export function isAloneInPlanned({ planned, seats }) {
  return planned !== null && seats.length === 1;
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
 * @returns {SeatState[]} everyone else
 */
export function rivals({ race }) {
  return race ? race.seats.filter((seat) => seat.seat !== race.you) : [];
}

/**
 * Whether the player is first and stays so: all others are done. In an event, those at other tables aren't.
 * @param {State} state
 */
export function isFirstForGood(state) {
  const mine = ownSeat(state);
  if (!state.race || state.race.kind === "event" || !mine || isDone(mine) || !hasMoved(mine)) return false;
  const others = rivals(state);
  return others.length > 0 && others.every((seat) => isDone(seat) && mine.place !== null && (seat.place ?? Infinity) > mine.place);
}

/**
 * Whether a run came further than the deal itself, which may start with cards home.
 * @param {SeatState} seat
 * @param {RaceFrame | null} race that is over
 */
export function hasRisen({ progress }, race) {
  return progress > (race?.start_progress ?? 0);
}

/**
 * @param {State} state
 * @returns {Scene}
 */
export function scene(state) {
  const { race } = state;
  if (!race) return "loading";
  if (state.finale) return "finale";
  if (race.state === "open") return "room";
  if (race.state === "countdown") return "countdown";
  if (race.state === "over") return state.late ? "watch" : "result";
  const seat = ownSeat(state);
  if (!seat) return "watch";
  return isDone(seat) ? "done" : "play";
}

/**
 * Which sentence explains why no boards show, that they are delayed, or that the rest is played fast; players who are done read
 * it on their own table.
 * @param {State} state
 * @param {boolean} any whether there are tables
 * @returns {"after" | "waiting" | "delayed" | "rest" | null}
 */
export function watchNote(state, any) {
  if (state.late) return "rest";
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
