/**
 * A player's line on the projected page: the name, the place, and how far the run is now.
 * @module
 */

/** @import { RaceFrame, SeatState } from "../net/messages.js" */
import { gettext } from "../lib/gettext.js";
import { patch, slot, write } from "../lib/elements.js";
import { standing } from "../net/seats.js";
import { liveText } from "./words.js";

/**
 * @param {HTMLElement} line
 * @param {RaceFrame} race
 * @param {SeatState} seat
 * @param {boolean} isCutOff whether the time of the run was up
 */
export function showLane(line, race, seat, isCutOff) {
  const { name, progress, state } = seat;
  patch(line.dataset, { state });
  const place = String(standing(race, seat) ?? "");
  write(slot(line, "place"), place);
  patch(slot(line, "place").dataset, { place });
  write(slot(line, "name"), name);
  write(slot(line, "figure"), liveText(race, seat, isCutOff));
  const bar = /** @type {HTMLProgressElement} */ (slot(line, "bar"));
  patch(bar, { value: progress, ariaLabel: gettext("%(name)s: %(progress)s of 52", { name, progress }) });
}
