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
 */
export function showPodium(race) {
  const root = part(document, "#podium");
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#podium-step"));
  const seats = onPodium(race);
  root.hidden = seats.length === 0;
  rows(root, template, seats, ({ seat }) => seat, (step, seat) => {
    step.classList.toggle("own", seat.seat === race.you);
    step.dataset.place = String(seat.place);
    write(slot(step, "place"), String(seat.place));
    write(slot(step, "name"), seat.name);
    slot(step, "crown").toggleAttribute("hidden", seat.place !== 1 || seat.state !== "won");
    slot(step, "you").hidden = seat.seat !== race.you;
    write(slot(step, "result"), shortResult(seat));
  });
}

/**
 * Who stands there: those who stayed, if anyone got anywhere. A tie may bring more than three.
 * @param {RaceFrame} race
 * @returns {SeatState[]}
 */
export function onPodium(race) {
  const stayed = byPlace(race).filter(({ state }) => state !== "forfeit" && state !== "no-show");
  if (race.seats.length < 2 || !stayed.some(({ progress }) => progress > 0)) return [];
  return stayed.filter(({ place }) => place !== null && place <= LAST);
}

/**
 * @param {SeatState} seat
 * @returns {string}
 */
function shortResult({ state, time, progress }) {
  return state === "won" ? resultText(time ?? 0) : counted("result", { progress });
}
