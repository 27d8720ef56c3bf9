/**
 * Notices a lost line early: the browser says it is offline, or a move goes unanswered.
 * @module
 */

/** @import { Control } from "./control.js" */
/** @import { Question } from "./asking.js" */

/** How long a move may wait before the page says so, in milliseconds. */
export const PATIENCE = 2000;

/**
 * Requests that the server answers as soon as it reads them.
 * @type {Question[]}
 */
const PROMPT = ["end", "leave", "ready", "rematch", "start"];

/**
 * @param {Control} control
 * @param {() => void} probe asks the server whether it is there
 * @returns {{ tick: (now: number) => void, offline: () => void }}
 */
export function silence(control, probe) {
  /** @type {string | null} */
  let awaited = null;
  let since = 0;
  let offline = false;
  let heard = 0;

  return {
    tick(now) {
      const next = oldest(control);
      if (next !== awaited) [awaited, since] = [next, now];
      // Browsers call themselves offline too where the server is reached without the network.
      if (control.heard !== heard || control.state.connection !== "online") offline = false;
      heard = control.heard;
      const isLate = awaited !== null && now - since >= PATIENCE;
      if (isLate && !control.state.silent) probe();
      control.silence(offline || isLate, offline);
    },
    offline() {
      offline = true;
      heard = control.heard;
      probe();
      control.silence(true, true);
    },
  };
}

/**
 * Names what has waited for an answer longest.
 * @param {Control} control
 * @returns {string | null}
 */
function oldest({ outbox, state: { asked } }) {
  const question = PROMPT.find((each) => each in asked);
  if (outbox.oldest !== null) return `move ${outbox.oldest}`;
  return question ? `${question} ${asked[question]}` : null;
}
