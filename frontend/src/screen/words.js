/**
 * What the projected page says of a run: where it is now, and what its late board shows. No DOM.
 * @module
 */

/** @import { BoardFrame, RaceFrame, SeatState } from "../net/messages.js" */
import { gettext } from "../lib/gettext.js";
import { lateText, resultText } from "../lib/times.js";
import { dotted } from "../lib/wrapping.js";
import { endingText } from "../net/seats.js";

/**
 * How late the boards of a race are, in milliseconds; 0 once they show what is.
 * @param {RaceFrame} race
 * @returns {number}
 */
function lateness({ state, delay }) {
  return state === "running" ? (delay ?? 0) : 0;
}

/**
 * How far a run is at this moment, which the page says of every run at once.
 * @param {RaceFrame} race
 * @param {SeatState} seat
 * @returns {string}
 */
export function liveText(race, { state, time, progress }) {
  if (state === "won") return resultText(time ?? 0);
  if (endingText(state)) return dotted([endingText(state), String(progress)]);
  return lateness(race) ? gettext("now %(progress)s", { progress }) : String(progress);
}

/**
 * What the cards of a board show, and when they lay so; empty once they are no longer late, when its bar says the same.
 * @param {RaceFrame} race
 * @param {BoardFrame | undefined} frame
 * @param {string} result of the game: how far a run came
 * @returns {string}
 */
export function shownText(race, frame, result) {
  const late = lateness(race);
  if (!late || !frame) return "";
  const shown = result.replace("%(progress)s", String(frame.board.progress));
  return gettext("%(late)s ago: %(shown)s", { late: lateText(late), shown });
}
