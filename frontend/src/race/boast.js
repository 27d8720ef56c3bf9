/**
 * A result as a few lines to share, with a link that shows no cards. No DOM.
 * @module
 */

/** @import { RaceFrame, SeatState } from "../net/messages.js" */
import { counted } from "../lib/counted.js";
import { gettext } from "../lib/gettext.js";
import { clockText } from "../lib/times.js";
import { margin, placeText } from "./honours.js";

/** So many cards in a tenth of a run are more than its share of all. */
const FAST = 5;

/**
 * @param {RaceFrame} race one that is over
 * @param {string} title what the game is called, of a daily with its day
 * @param {readonly number[]} [tenths] how many cards each tenth of the player's run brought home
 * @returns {string} words that say it all, then squares that draw it, then what a link follows
 */
export function boast(race, title, tenths = []) {
  const mine = race.seats.find((other) => other.seat === race.you);
  const shown = mine ?? race.seats.find(({ place }) => place === 1);
  const facts = mine
    ? [resultOf(mine), placeText(race, mine), margin(race, mine)]
    : [gettext("I watched %(count)s players race", { count: race.seats.length }), shown ? resultOf(shown) : ""];
  return [
    gettext("Same Deal: %(title)s", { title }),
    facts.filter(Boolean).join(" · "),
    mine ? tenths.map(square).join("") : "",
    mine ? gettext("Same cards, your turn:") : "",
  ].filter(Boolean).join("\n");
}

/**
 * @param {SeatState} seat
 * @returns {string}
 */
function resultOf({ state, time, progress }) {
  return state === "won" ? clockText(time ?? 0) : counted("result", { progress });
}

/** @param {number} cards */
function square(cards) {
  return cards >= FAST ? "🟩" : cards > 0 ? "🟨" : "⬜";
}

/**
 * @param {RaceFrame} race one that is over
 * @returns {string} the address of one's own run to race against, or that of the race
 */
export function addressOf(race) {
  const seat = race.seats.find((other) => other.seat === race.you);
  return seat ? `/entry/${seat.entry}/race` : `/race/${race.code}/`;
}
