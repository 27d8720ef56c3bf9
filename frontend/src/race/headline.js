/**
 * The sentence that sums up a race that is over: who comes first, and what decided it. No DOM.
 * @module
 */

/** @import { Decision, SeatState } from "../net/messages.js" */
/** @import { State } from "./state.js" */
import { counted } from "../lib/counted.js";
import { gettext } from "../lib/gettext.js";
import { namesText } from "../lib/names.js";
import { resultText } from "../lib/times.js";
import { isAlone } from "../net/kinds.js";
import { hasMoved, ownSeat } from "./state.js";

/**
 * @typedef {object} Told
 * @property {SeatState} winner
 * @property {string} name who comes first
 * @property {boolean} isMine
 * @property {SeatState[]} others those who don't
 * @property {number | null} you
 */

/**
 * @param {State} state
 * @returns {string}
 */
export function headline(state) {
  const { race } = state;
  if (race?.decided === "nobody") return nobodyText(race.seats);
  const first = race?.seats.filter(({ place }) => place === 1) ?? [];
  const [winner] = first;
  // An any-time race goes on when the player's own run is over.
  if (!race || !winner) return isAlone(race?.kind) ? gettext("Your run is over") : gettext("The race is over");
  const own = ownSeat(state);
  const isMine = own?.place === 1;
  if (!race.decided) return alone(winner, isMine);
  const others = race.seats.filter(({ place }) => place !== null && place !== 1);
  return SENTENCES[race.decided]({ winner, name: namesText(addressed(first, own).map(({ name }) => name)), isMine, others, you: race.you });
}

/** @type {Readonly<Record<Exclude<Decision, "nobody">, (told: Told) => string>>} */
const SENTENCES = {
  time: ({ winner, name, isMine }) => {
    const time = resultText(winner.time ?? 0);
    return isMine ? gettext("You win in %(time)s!", { time }) : gettext("%(name)s wins in %(time)s", { name, time });
  },
  moves: ({ name, isMine }) =>
    isMine ? gettext("You win: same time, fewer moves") : gettext("%(name)s wins: same time, fewer moves", { name }),
  cards: ({ winner: { progress }, name, isMine }) => counted(isMine ? "own_most" : "most", { name, progress }),
  sooner: ({ winner: { progress }, name, isMine }) => counted(isMine ? "own_sooner" : "sooner", { name, progress }),
  left: (told) => (told.isMine ? gettext("You win: %(reason)s", { reason: leftText(told) }) : gettext("%(name)s wins: %(reason)s", { name: told.name, reason: leftText(told) })),
  shared: ({ winner: { time, progress }, name }) =>
    time === null ? counted("level", { name, progress }) : gettext("A tie in %(time)s: %(name)s", { time: resultText(time), name }),
  nothing: ({ winner: { progress } }) => counted(progress ? "nothing_more" : "nothing"),
};

/**
 * Why no one is first.
 * @param {readonly SeatState[]} seats
 * @returns {string}
 */
function nobodyText(seats) {
  const all = seats.filter(({ voided }) => !voided);
  if (all.every(isNoShow)) return gettext("No one made a move");
  return all.some(isNoShow) ? gettext("Everyone left or made no move") : gettext("Everyone left the race");
}

/**
 * Why only one was left, without a capital at its beginning.
 * @param {Pick<Told, "others" | "you">} told
 * @returns {string}
 */
export function leftText({ others, you }) {
  if (others.length !== 1) {
    if (others.every(isNoShow)) return gettext("no one else made a move");
    return others.some(isNoShow) ? gettext("the others left or made no move") : gettext("the others left the race");
  }
  const [other] = others;
  const { seat, name } = other;
  if (isNoShow(other)) return seat === you ? gettext("you didn't make a move") : gettext("%(name)s didn't make a move", { name });
  return seat === you ? gettext("you left the race") : gettext("%(name)s left the race", { name });
}

/**
 * Whether a player was at the table at most, and made no move.
 * @param {SeatState} seat
 */
function isNoShow(seat) {
  return seat.state !== "forfeit" && !hasMoved(seat);
}

/**
 * @param {SeatState} seat
 * @param {boolean} isMine
 */
function alone({ name, state, time, progress }, isMine) {
  if (state !== "won") return counted("shared", { progress });
  return isMine ? counted("all") : gettext("%(name)s wins in %(time)s", { name, time: resultText(time ?? 0) });
}

/**
 * These seats, the player's own as "You" before the others.
 * @param {SeatState[]} seats
 * @param {SeatState | null} own
 */
function addressed(seats, own) {
  const others = seats.filter(({ seat }) => seat !== own?.seat);
  return own && others.length < seats.length ? [{ ...own, name: gettext("You") }, ...others] : others;
}
