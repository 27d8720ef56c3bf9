/**
 * The first three places of a race that is over.
 * @module
 */

/** @import { RaceFrame, SeatState } from "../net/messages.js" */
import { counted } from "../lib/counted.js";
import { part, rows, slot, write } from "../lib/elements.js";
import { resultText } from "../lib/times.js";
import { byPlace } from "./state.js";

const LAST = 3;

/**
 * @param {RaceFrame} race
 * @returns {SeatState[]} who stands there
 */
export function showPodium(race) {
  const root = part(document, "#podium");
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#podium-step"));
  const seats = onPodium(race, Number(root.dataset.least));
  root.hidden = seats.length === 0;
  rows(root, template, seats, ({ seat }) => seat, (step, seat) => {
    step.classList.toggle("own", seat.seat === race.you);
    step.dataset.place = String(seat.place);
    write(slot(step, "place"), String(seat.place));
    write(slot(step, "name"), seat.name);
    slot(step, "crown").toggleAttribute("hidden", seat.place !== 1 || seat.state !== "won");
    slot(step, "bot").hidden = !seat.bot;
    slot(step, "you").hidden = seat.seat !== race.you;
    write(slot(step, "result"), shortResult(seat));
  });
  return seats;
}

/**
 * Who stands there: those of the first three places who finished or got far. A tie may bring more than three. In a race
 * of two, the first has the other beside him, however far that one got.
 * @param {RaceFrame} race
 * @param {number} least how many cards are worth a medal without a finish
 * @returns {SeatState[]}
 */
export function onPodium(race, least) {
  if (race.seats.length < 2) return [];
  const stayed = byPlace(race).filter(({ state }) => state !== "forfeit" && state !== "no-show");
  const found = stayed.filter(({ place, progress }) => place !== null && place <= LAST && progress >= least);
  return race.seats.length === 2 && found.length ? stayed : found;
}

/**
 * @param {SeatState} seat
 * @returns {string}
 */
function shortResult({ state, time, progress }) {
  return state === "won" ? resultText(time ?? 0) : counted("result", { progress });
}
