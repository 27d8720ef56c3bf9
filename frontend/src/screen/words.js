/**
 * What the projected page says of a run: where it is now, and what its late board shows. No DOM.
 * @module
 */

/** @import { BoardFrame, RaceFrame, SeatState } from "../net/messages.js" */
import { gettext } from "../lib/gettext.js";
import { lateText, resultText } from "../lib/times.js";
import { dotted } from "../lib/wrapping.js";
import { endingText, isDone } from "../net/seats.js";

/**
 * How late the boards of a race are, in milliseconds; 0 once they show what is.
 * @param {RaceFrame} race
 * @returns {number}
 */
function lateness({ state, delay }) {
  return state === "running" ? (delay ?? 0) : 0;
}

/**
 * The seats whose players still played when the time of the race was up.
 * @param {RaceFrame} before the last frame while it ran
 * @param {RaceFrame} after
 * @returns {number[]}
 */
export function cutOff({ seats, elapsed, ends_in }, after) {
  const bell = (elapsed ?? 0) + (ends_in ?? Infinity);
  if (after.state !== "over" || (after.elapsed ?? 0) < bell) return [];
  const played = seats.filter((one) => !isDone(one)).map(({ seat }) => seat);
  return after.seats.filter(({ seat, state }) => state === "ended" && played.includes(seat)).map(({ seat }) => seat);
}

/**
 * How far a run is at this moment, which the page says of every run at once.
 * @param {RaceFrame} race
 * @param {SeatState} seat
 * @param {boolean} [isCutOff] whether its time was up
 * @returns {string}
 */
export function liveText(race, { state, time, progress }, isCutOff = false) {
  if (state === "won") return resultText(time ?? 0);
  // Without a move no card came home, and the name needs the room.
  if (state === "no-show") return gettext("no move");
  const ending = isCutOff ? gettext("time's up") : endingText(state);
  if (ending) return dotted([ending, String(progress)]);
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
