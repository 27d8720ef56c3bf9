/**
 * What no one needs before a run ends: places, chart, analysis, the boards of others. Loaded
 * once the player's own table is drawn.
 * @module
 */

/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { chart } from "./chart.js";
import { hindsight } from "./hindsight.js";
import { rematch } from "./rematch.js";
import { result } from "./result.js";
import { sharing } from "./sharing.js";
import { watch } from "./watch.js";

/**
 * @param {Control} control
 * @param {{ game: string, remarks: string, best?: import("./honours.js").Best }} data
 * @param {(sentence: string) => void} tell
 * @returns {((state: State, before: State) => void)[]}
 */
export function afterwards(control, data, tell) {
  sharing(control, tell);
  return [
    result(data.best),
    chart(),
    hindsight(data.remarks),
    rematch(control),
    watch(control, data.game),
  ];
}
