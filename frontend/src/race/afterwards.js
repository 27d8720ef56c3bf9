/**
 * What nobody needs before a run is over: places, chart, hindsight, the tables of the others. A
 * page of its own, as it were, which comes when the own table is there.
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
 * @param {{ game: string, remarks: string }} data
 * @param {(sentence: string) => void} tell
 * @returns {((state: State, before: State) => void)[]}
 */
export function afterwards(control, data, tell) {
  sharing(control, tell);
  return [
    result(),
    chart(),
    hindsight(data.remarks),
    rematch(control),
    watch(control, data.game),
  ];
}
