/**
 * The seconds before the start, large, over the empty table.
 * @module
 */

/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { part, patch, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { sound } from "../lib/sound.js";
import { isAloneInPlanned, ownBoard, ownSeat, scene } from "./state.js";

/**
 * @param {Control} control
 * @returns {{ update: (state: State) => void, tick: (now: number) => void }}
 */
export function countdown(control) {
  const root = part(document, "#countdown");
  const number = part(root, "#countdown-number");
  const alone = part(root, "#countdown-alone");
  const controls = part(document, "#countdown-controls");
  const wait = part(controls, "#not-ready");
  const leave = part(controls, "#countdown-leave");
  wait.onclick = () => control.ask({ t: "ready", ready: false });
  leave.onclick = () => control.ask({ t: "leave" });

  /** @param {number} now */
  function tick(now) {
    if (root.hidden) return;
    const left = control.clock.startsIn(now) ?? 0;
    const text = left > 0 ? String(Math.ceil(left / 1000)) : gettext("Go!");
    if (number.textContent === text) return;
    write(number, text);
    if (left > 0 && left <= 3000) sound("countdown");
    for (const animation of number.getAnimations()) {
      animation.cancel();
      animation.play();
    }
  }

  return {
    update(state) {
      const shown = scene(state);
      // At zero the numerals stay until the cards are there.
      patch(root, { hidden: !(shown === "countdown" || (shown === "play" && !ownBoard(state))) });
      // A planned race and a round of an event wait for no one; who is alone in a planned race may leave it.
      const isAlone = state.race !== null && isAloneInPlanned(state.race);
      const waits = state.race !== null && state.race.planned === null && state.race.kind !== "event";
      const seat = ownSeat(state);
      patch(alone, { hidden: !isAlone });
      patch(controls, { hidden: shown !== "countdown" || !seat || !(waits || isAlone) });
      // Strangers wait once for each.
      patch(wait, { hidden: seat?.stopped === true || isAlone });
      patch(leave, { hidden: !wait.hidden });
    },
    tick,
  };
}
