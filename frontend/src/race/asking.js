/**
 * What the player has asked for, and which frame answers it. A waiting button looks only here to know whether
 * it still waits: an answer, a refusal, a broken connection or a timeout ends every wait.
 * @module
 */

/** @import { ClientFrame, ServerFrame } from "../net/messages.js" */
import { isDone } from "./state.js";

/** @typedef {Exclude<ClientFrame["t"], "act" | "react" | "sync" | "ping" | "pong">} Question */

/**
 * The requests that wait for an answer, each with its own number.
 * @typedef {Readonly<Partial<Record<Question, number>>>} Asked
 */

/** Milliseconds after which no answer is expected any more; a hint takes a second or two. */
export const SILENCE = 15_000;

/** @type {Record<Question, (frame: ServerFrame) => boolean>} */
const ANSWERS = {
  alarm: (frame) => frame.t === "verdict" || endsRun(frame),
  end: ({ t }) => t === "race",
  hint: (frame) => frame.t === "hint" || endsRun(frame),
  leave: ({ t }) => t === "race",
  ready: ({ t }) => t === "race",
  rematch: (frame) => frame.t === "race" && frame.next !== null,
  restart: ({ t }) => t === "begun",
  start: ({ t }) => t === "race",
};

/**
 * Whether help is over, requested or not.
 * @param {ServerFrame} frame
 */
function endsRun(frame) {
  return frame.t === "race" && (frame.state === "over" || frame.seats.some((seat) => seat.seat === frame.you && isDone(seat)));
}

/**
 * The name under which a client frame awaits its answer, if it has one: switching the alarm off has none.
 * @param {ClientFrame} frame
 * @returns {Question | null}
 */
export function questionOf(frame) {
  if (frame.t === "alarm" && !frame.on) return null;
  return frame.t in ANSWERS ? /** @type {Question} */ (frame.t) : null;
}

/**
 * What still waits after a server frame.
 * @param {Asked} asked
 * @param {ServerFrame} frame
 * @returns {Asked} the same object if nothing was answered
 */
export function afterFrame(asked, frame) {
  const open = Object.entries(asked).filter(([question]) => !ANSWERS[/** @type {Question} */ (question)](frame));
  return open.length === Object.keys(asked).length ? asked : Object.fromEntries(open);
}

/**
 * @param {Asked} asked
 * @param {Question} question
 * @returns {Asked} without a question
 */
export function without(asked, question) {
  const { [question]: _, ...others } = asked;
  return others;
}
