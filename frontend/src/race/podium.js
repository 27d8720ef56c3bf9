/**
 * The first three places of a race that is over.
 * @module
 */

/** @import { RaceFrame, SeatState } from "../net/messages.js" */
import { part, rows, slot, write } from "../lib/elements.js";
import { resultText } from "../lib/times.js";
import { byPlace, hasRisen } from "./state.js";

const LAST = 3;

/** More who share a place have no room there. */
const MOST = 5;

/**
 * @param {RaceFrame} race
 * @returns {SeatState[]} who stands there
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
    slot(step, "bot").hidden = !seat.bot;
    slot(step, "you").hidden = seat.seat !== race.you;
    write(slot(step, "result"), shortResult(seat));
  });
  return seats;
}

/**
 * Who stands there: the first three places among those who stayed and made a move, if anyone got a card home that the deal had not. A tie may bring more than
 * three.
 * @param {RaceFrame} race
 * @returns {SeatState[]}
 */
export function onPodium(race) {
  if (race.seats.length < 2) return [];
  const stayed = byPlace(race).filter((seat) => seat.state !== "forfeit" && seat.state !== "no-show" && hasMoved(seat, race));
  const found = stayed.filter(({ place }) => place !== null && place <= LAST);
  // Whoever is left alone stands there only after a win.
  if (found.length < 2 && !found.some(({ state }) => state === "won")) return [];
  return found.length <= MOST && found.some((seat) => hasRisen(seat, race)) ? found : [];
}

/**
 * @param {SeatState} seat
 * @param {RaceFrame} race
 */
function hasMoved(seat, race) {
  return seat.state === "won" || seat.moves > 0 || hasRisen(seat, race);
}

/**
 * @param {SeatState} seat
 * @returns {string}
 */
function shortResult({ state, time, progress }) {
  return state === "won" ? resultText(time ?? 0) : `${progress}/52`;
}
