/**
 * The end of a race for those who watched it late: the rest played fast, then the result. Any key or tap skips it.
 * @module
 */

/** @import { ServerFrame } from "../net/messages.js" */
/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { LateEnd } from "../net/late-end.js";
import { skippable } from "./skipping.js";

/**
 * @param {Control} control
 * @returns {{ hear: (frame: ServerFrame) => void, update: (state: State, before: State) => void, tick: (now: number) => void }}
 */
export function lateEnd(control) {
  const end = new LateEnd();
  let unbind = () => {};

  function skip() {
    for (const board of end.skip()) control.serverUpdate(board);
    finish();
  }

  function finish() {
    unbind();
    control.endLate();
  }

  return {
    hear: (frame) => {
      if (frame.t === "board" && end.isOn) end.hear(frame);
      else control.serverUpdate(frame);
    },
    update: (state, before) => {
      if (!state.late || before.late || !before.race || !state.race) return;
      end.begin(state.race, performance.now(), matchMedia("(prefers-reduced-motion: reduce)").matches);
      unbind = skippable(skip);
    },
    tick: (now) => {
      if (!end.isOn) return;
      for (const board of end.due(now)) control.serverUpdate(board);
      if (!end.isOn) finish();
    },
  };
}
