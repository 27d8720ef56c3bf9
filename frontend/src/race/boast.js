/**
 * A result as a few lines to share, with a link that shows no cards. No DOM.
 * @module
 */

/** @import { RaceFrame, SeatState } from "../net/messages.js" */
import { counted } from "../lib/counted.js";
import { gettext } from "../lib/gettext.js";
import { resultText } from "../lib/times.js";
import { margin, placeText } from "./honours.js";

/** Each sign of the bar stands for so many cards. */
const CARDS = 4;
const GOAL = 52;

/**
 * @param {RaceFrame} race one that is over
 * @param {string} title what the game is called, of a daily with its day
 * @returns {string} lines that a screen reader reads as they stand
 */
export function boast(race, title) {
  const mine = race.seats.find((other) => other.seat === race.you);
  const shown = mine ?? race.seats.find(({ place }) => place === 1);
  const facts = mine
    ? [placeText(race, mine), timeText(mine), margin(race, mine)]
    : [gettext("I watched %(count)s players race", { count: race.seats.length }), shown ? timeText(shown) : ""];
  return [
    gettext("Same Deal: %(title)s", { title }),
    facts.filter(Boolean).join(" · "),
    ...(shown ? [`${counted("result", { progress: shown.progress })} ${bar(shown.progress)}`] : []),
  ].join("\n");
}

/**
 * @param {SeatState} seat
 * @returns {string}
 */
function timeText({ state, time }) {
  return state === "won" ? resultText(time ?? 0) : "";
}

/**
 * Draw progress in signs that speech synthesis passes over in silence, unlike blocks and squares.
 * @param {number} progress
 * @returns {string}
 */
function bar(progress) {
  const full = Math.floor(progress / CARDS);
  return "|".repeat(full) + "·".repeat(GOAL / CARDS - full);
}

/**
 * @param {RaceFrame} race one that is over
 * @returns {string} the address of one's own run to race against, or that of the race
 */
export function addressOf(race) {
  const seat = race.seats.find((other) => other.seat === race.you);
  return seat ? `/entry/${seat.entry}/race` : `/race/${race.code}/`;
}
