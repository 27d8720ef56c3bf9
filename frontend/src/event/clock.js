/**
 * The clock of an event: to the next start, or to the end of the round that is on.
 * @module
 */

/** @import { EventFrame } from "../net/messages.js" */
import { part, patch, slot, write } from "../lib/elements.js";
import { fill } from "../lib/gettext.js";
import { isLastMinute, remainingText } from "../lib/times.js";

const SECOND = 1000;
const DAY = 86_400_000;

/**
 * @typedef {object} EventClock
 * @property {(event: EventFrame) => void} show
 * @property {() => number | null} leftToStart
 */

/**
 * Starts the clock.
 * @returns {EventClock}
 */
export function clock() {
  const shown = part(document, "#event-clock");
  const what = slot(shown, "what");
  const left = slot(shown, "left");
  // Until the first frame, the page's own instant: the reader's clock may be wrong by a little.
  let until = shown.dataset.until ? Number(shown.dataset.until) : null;
  let starts = false;
  /** @type {EventFrame | null} */
  let event = null;
  tell();
  setInterval(tell, SECOND);

  function tell() {
    const ms = until === null ? 0 : Math.max(0, until - Date.now());
    // Days ahead, the date above says more than hours do.
    write(left, until === null || ms > DAY ? "" : remainingText(ms));
    left.hidden = until === null || ms > DAY;
    patch(shown.dataset, { last: String(until !== null && event?.starts_in === null && isLastMinute(ms)) });
  }

  function say() {
    if (!event) return;
    const { round, state } = event;
    const running = starts ? shown.dataset.starts : shown.dataset.ends;
    const text = state === "called-off" ? shown.dataset.off : shown.dataset.over;
    write(what, fill((until === null ? text : running) ?? "", { n: round ?? 0 }));
  }

  return {
    show(frame) {
      event = frame;
      const ms = frame.starts_in ?? frame.ends_in;
      until = ms === null ? null : Date.now() + ms;
      starts = frame.starts_in !== null;
      say();
      tell();
    },
    leftToStart: () => (starts && until !== null ? until - Date.now() : null),
  };
}
