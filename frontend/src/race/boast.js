/**
 * What a result is in one plain sentence, and where it leads: to the same deal, without showing it. No DOM.
 * @module
 */

/** @import { RaceFrame } from "../net/messages.js" */
import { counted } from "../lib/counted.js";
import { gettext } from "../lib/gettext.js";
import { resultText } from "../lib/times.js";

/**
 * @param {RaceFrame} race one that is over
 * @param {string} title what the game is called
 * @returns {string}
 */
export function sentence(race, title) {
  const seat = race.seats.find((other) => other.seat === race.you) ?? null;
  const count = race.seats.length;
  if (!seat) return gettext("I watched a race of %(count)s at %(title)s.", { count, title });
  const { place, progress } = seat;
  const time = resultText(seat.time ?? 0);
  if (seat.state === "won") {
    return count > 1
      ? gettext("I solved %(title)s in %(time)s: place %(place)s of %(count)s.", { title, time, place: place ?? "–", count })
      : gettext("I solved %(title)s in %(time)s.", { title, time });
  }
  return count > 1
    ? counted("boast_placed", { title, progress, place: place ?? "–", count })
    : counted("boast", { title, progress });
}

/**
 * @param {RaceFrame} race one that is over
 * @returns {string} the address of one's own run to race against, or that of the race
 */
export function addressOf(race) {
  const seat = race.seats.find((other) => other.seat === race.you);
  return seat ? `/entry/${seat.entry}/race` : `/race/${race.code}/`;
}
