/**
 * Everyone in the race at the replay's moment: a lane each, which leads to that player's cards at this moment.
 * @module
 */

/** @import { Control } from "./control.js" */
import { part, slot, write } from "../lib/elements.js";
import { resultText } from "../lib/times.js";
import { addressOf } from "./address.js";

/**
 * When a run's progress rose, and when the run ended; milliseconds since its start.
 * @typedef {object} Lane
 * @property {number} entry
 * @property {[ms: number, progress: number][]} points
 * @property {number} ended
 * @property {number | null} time of a run that was won
 */

/** The end of an address that plays on where another page was left. */
export const PLAY = "#play";

/**
 * @param {Control} control
 * @param {readonly Lane[]} lanes
 * @returns {() => void} update
 */
export function track(control, lanes) {
  // A lone run has no track.
  if (!lanes.length) return () => {};
  const shown = lanes.map((lane) => {
    /** @type {HTMLAnchorElement} */
    const link = part(document, `.replay-lane[data-entry="${lane.entry}"]`);
    // Before the press, which may open another tab.
    link.onpointerdown = link.onclick = () => {
      link.href = addressOf(link.href, { ms: control.ms }) + (control.isPlaying ? PLAY : "");
    };
    return { lane, link, bar: /** @type {HTMLProgressElement} */ (slot(link, "bar")), count: slot(link, "count") };
  });
  return () => {
    const now = lanes.map((lane) => at(lane, control.ms));
    const first = now.reduce((best, each) => (isAhead(each, best) ? each : best));
    const isLevel = now.every((each) => !isAhead(first, each));
    shown.forEach(({ link, bar, count }, i) => {
      const { progress, time } = now[i];
      if (bar.value !== progress) bar.value = progress;
      write(count, time === null ? `${progress}/52` : resultText(time));
      link.classList.toggle("won", time !== null);
      link.classList.toggle("leads", !isLevel && !isAhead(first, now[i]));
    });
  };
}

/** @typedef {{ progress: number, time: number | null }} Reached with the time of a run that is won by then */

/**
 * How far a run has come.
 * @param {Lane} lane
 * @param {number} ms
 * @returns {Reached}
 */
export function at({ points, ended, time }, ms) {
  return { progress: points.findLast(([reached]) => reached <= ms)?.[1] ?? 0, time: ms >= ended ? time : null };
}

/**
 * @param {Reached} one
 * @param {Reached} other
 */
function isAhead(one, other) {
  const [time, otherTime] = [one.time ?? Infinity, other.time ?? Infinity];
  return time < otherTime || (time === otherTime && one.progress > other.progress);
}
