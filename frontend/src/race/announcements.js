/**
 * What a screen reader announces of a change.
 * @module
 */

/** @import { SeatState } from "../net/messages.js" */
/** @import { State } from "./state.js" */
import { gettext } from "../lib/gettext.js";
import { resultText } from "../lib/times.js";
import { isDone, line, ownSeat } from "./state.js";

/**
 * @param {State} before
 * @param {State} after
 * @returns {string[]} sentences
 */
export function announcements(before, after) {
  return [...ofConnection(before, after), ...ofSeats(before, after), ...ofRace(before, after)];
}

/**
 * @param {State} before
 * @param {State} after
 * @returns {string[]}
 */
function ofConnection(before, after) {
  const [was, is] = [line(before), line(after)];
  if (was === is) return [];
  switch (is) {
    case "waiting":
    case "silent":
      return was === "online" ? [gettext("No connection. Trying again; your moves are kept.")] : [];
    case "online":
      return was === "connecting" ? [] : [gettext("Back online.")];
    case "closed":
      return [gettext("Disconnected.")];
    case "logged-out":
      return [gettext("You're logged out. Your game is saved.")];
    default:
      return [];
  }
}

/**
 * @param {State} before
 * @param {State} after
 * @returns {string[]}
 */
function ofRace({ race: before }, { race: after }) {
  if (!before || !after) return [];
  if (before.state !== after.state) {
    switch (after.state) {
      case "countdown":
        return [gettext("The race starts in %(seconds)s seconds.", { seconds: after.countdown })];
      case "open":
        return [gettext("The countdown has stopped.")];
      case "running":
        return [gettext("Go!")];
      case "over":
        // Of a run alone, its own end was said already.
        return after.seats.length > 1 ? [gettext("The race is over.")] : [];
    }
  }
  // The bell is for those who still play.
  if (before.bell !== "finish" && after.bell === "finish" && after.ends_in !== null && after.seats.length > 1 && !after.seats.every(isDone)) {
    const seconds = Math.ceil(after.ends_in / 1000);
    return [gettext("The race ends in %(seconds)s seconds.", { seconds })];
  }
  return [];
}

/**
 * @param {State} before
 * @param {State} after
 * @returns {string[]}
 */
function ofSeats(before, after) {
  if (!before.race || !after.race) return [];
  const known = new Map(before.race.seats.map((seat) => [seat.seat, seat]));
  const mine = ownSeat(after);
  return after.race.seats.flatMap((seat) => {
    const was = known.get(seat.seat);
    if (seat.seat === mine?.seat) return was ? ofMe(was, seat) : [];
    return ofRival(was, seat);
  });
}

/**
 * @param {SeatState | undefined} was
 * @param {SeatState} seat
 * @returns {string[]}
 */
function ofRival(was, seat) {
  const { name } = seat;
  if (!was) return [gettext("%(name)s has joined.", { name })];
  if (!isDone(was) && isDone(seat)) return [ending(seat)];
  if (!was.ready && seat.ready) return [gettext("%(name)s is ready.", { name })];
  if (!was.away && seat.away) return [gettext("%(name)s is away.", { name })];
  return [];
}

/**
 * @param {SeatState} was
 * @param {SeatState} seat
 * @returns {string[]}
 */
function ofMe(was, seat) {
  if (isDone(was) || !isDone(seat)) return [];
  switch (seat.state) {
    case "won":
      return [gettext("You finished in %(time)s!", { time: resultText(seat.time ?? 0) })];
    case "stuck":
      return [gettext("No move is left. Your run is over.")];
    default:
      return [gettext("Your run is over.")];
  }
}

/**
 * How another player's run has ended.
 * @param {SeatState} seat
 * @returns {string}
 */
export function ending(seat) {
  const { name, place, time } = seat;
  switch (seat.state) {
    case "won":
      return place === null
        ? gettext("%(name)s finished in %(time)s.", { name, time: resultText(time ?? 0) })
        : gettext("%(name)s finished in %(time)s: place %(place)s.", { name, time: resultText(time ?? 0), place });
    case "stuck":
      return gettext("%(name)s is stuck.", { name });
    case "forfeit":
      return gettext("%(name)s has left the race.", { name });
    case "no-show":
      return gettext("%(name)s didn't make a move.", { name });
    default:
      return gettext("%(name)s has stopped.", { name });
  }
}
