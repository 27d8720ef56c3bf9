/**
 * A short run of Alice: three moves, of which the last two at one instant.
 * @module
 */

/** @import { Frame, RunData } from "../../frontend/src/replay/run.js" */
import { Run } from "../../frontend/src/replay/run.js";

/**
 * @param {Partial<Frame>} changes
 * @returns {Frame}
 */
export function frame(changes = {}) {
  return { action: "", time: "", text: "", spoken: "", thought: "", piles: {}, progress: 0, outcome: null, ...changes };
}

const nothingMore = () => Promise.reject(new Error("there are no more pages"));

/** @type {RunData} */
export const DATA = {
  entry: 41,
  name: "Alice",
  length: 9000,
  page: 10,
  moves: 3,
  times: [0, 2000, 9000, 9000],
  marks: { long: [1], automatic: [2, 3] },
  frames: [
    frame({ piles: { t1: "AC 2C", t2: "" }, accepts: { t: "K", f: "A" } }),
    frame({ piles: { t1: "AC", t2: "2C" } }),
    frame({ piles: { t1: "" }, progress: 1 }),
    frame({ piles: { t2: "" }, progress: 2, outcome: "won" }),
  ],
};

/** @returns {Run} */
export const alice = () => new Run(DATA, nothingMore, () => {});

/** @returns {Run} */
export const bob = () =>
  new Run(
    { entry: 42, name: "Bob", length: 20_000, page: 10, moves: 2, times: [0, 5000, 20_000], marks: {}, frames: [frame(), frame(), frame()] },
    nothingMore,
    () => {},
  );
