/**
 * Alice at her seat in a running race, with the page around her control played by the test.
 * @module
 */

/** @import { RefusedFrame } from "../../frontend/src/net/messages.js" */
/** @import { State } from "../../frontend/src/race/state.js" */
import { Control } from "../../frontend/src/race/control.js";
import { alice, board, bob, race } from "./race-frames.js";

export const running = race({
  state: "running",
  elapsed: 0,
  seats: [alice({ state: "playing" }), bob({ state: "playing" })],
});

/** What the control sends, tells and waits for, after twelve actions of hers. */
export class RunningSeat {
  /** @type {any[]} */
  sent = [];
  /** @type {string[]} */
  refusals = [];
  /** @type {(string | null)[]} the action behind each refusal */
  tried = [];
  delayed = 0;
  unanswered = 0;
  /** @type {[State, State][]} */
  changes = [];
  /** @type {(after: State) => void} */
  react = () => {};
  /** @type {(() => void)[]} */
  timers = [];
  /** @type {number[]} */
  delays = [];
  control = new Control(
    {
      send: (frame) => {
        this.sent.push(frame);
        return true;
      },
      now: () => 0,
      setTimer: (work, ms) => {
        this.delays.push(ms);
        return this.timers.push(work);
      },
      random: () => 1,
    },
    {
      changed: (after, before) => {
        this.changes.push([after, before]);
        this.react(after);
      },
      refused: (frame, action) => {
        this.refusals.push(frame.code);
        this.tried.push(action);
      },
      delayed: () => {
        this.delayed += 1;
      },
      unanswered: () => {
        this.unanswered += 1;
      },
    },
  );

  constructor() {
    this.control.connectionUpdate("online", null);
    this.control.serverUpdate(running);
    this.control.serverUpdate(board(12));
  }

  /**
   * @param {RefusedFrame["code"]} code
   * @param {number | null} n
   */
  refuse(code, n) {
    this.control.serverUpdate({ t: "refused", n, code, detail: "No." });
  }
}
