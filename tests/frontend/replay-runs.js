/**
 * A short run of Alice: three moves, of which the last two at one instant.
 * @module
 */

/** @import { Frame, RunData } from "../../frontend/src/replay/run.js" */
import { Run } from "../../frontend/src/replay/run.js";

/**
 * @param {number} ms
 * @param {Partial<Frame>} changes
 * @returns {Frame}
 */
export function frame(ms, changes = {}) {
  return { ms, time: "", text: "", spoken: "", thought: "", marks: [], piles: {}, progress: 0, outcome: null, ...changes };
}

/** @type {RunData} */
export const DATA = {
  entry: 41,
  name: "Alice",
  length: 9000,
  frames: [
    frame(0, { piles: { t1: "AC 2C", t2: "" }, accepts: { t: "K", f: "A" } }),
    frame(2000, { piles: { t1: "AC", t2: "2C" }, marks: ["long"] }),
    frame(9000, { piles: { t1: "" }, progress: 1, marks: ["automatic"] }),
    frame(9000, { piles: { t2: "" }, progress: 2, outcome: "won", marks: ["automatic"] }),
  ],
};

/** @returns {Run} */
export const alice = () => new Run(DATA);

/** @returns {Run} */
export const bob = () => new Run({ entry: 42, name: "Bob", length: 20_000, frames: [frame(0), frame(5000), frame(20_000)] });
