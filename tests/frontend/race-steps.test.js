import assert from "node:assert/strict";
import { test } from "node:test";
import { Steps } from "../../frontend/src/race/steps.js";

const START = { t1: "KC 9H 8H", t2: "9S", t3: "", t4: "9C", c1: "", c2: "", fc: "", s: "2D" };

/** @param {Record<string, string>} piles */
const view = (piles) => ({ piles: { ...START, ...piles }, moves: [], safe: [], accepts: { t: "*", f: "A" }, progress: 0, undo: false, outcome: null });

/**
 * What the guide makes of a board that follows the start, once it has asked for a move.
 * @param {string | null} asked
 * @param {Record<string, string>} piles
 */
function judged(asked, piles) {
  const steps = new Steps(0);
  assert.equal(steps.take(view({}), 0, null), null);
  return steps.take(view(piles), 1, asked);
}

test("the move that was asked for is a step, and another is none", () => {
  assert.equal(judged("t1t2", { t1: "KC 9H", t2: "9S 8H" }), "done");
  assert.equal(judged("t1t2", { t2: "", t3: "9S" }), "other");
  assert.equal(judged("t1t2", { s: "" }), "other");
  assert.equal(judged("t1t3x2", { t1: "KC", t3: "9H 8H" }), "done");
  assert.equal(judged("deal", { s: "" }), "done");
  assert.equal(judged("t1f", { t1: "KC 9H", fh: "8H" }), "done");
});

test("a move that comes to the same is a step", () => {
  assert.equal(judged("t1t2", { t1: "KC 9H", t4: "9C 8H" }), "done", "on a card of the same rank");
  assert.equal(judged("t1t2", { t1: "KC 9H", t3: "8H" }), "other");
  assert.equal(judged("t1c", { t1: "KC 9H", c2: "8H" }), "done", "in another cell");
  assert.equal(judged("t1c", { t1: "KC 9H", t2: "9S 8H" }), "other");
});

test("without a move to ask for, any is a step", () => {
  assert.equal(judged(null, { s: "" }), "done");
});

test("an undo takes back the step, and the same board is no news", () => {
  const steps = new Steps(4);
  steps.take(view({}), 9, null);
  assert.equal(steps.take(view({ s: "" }), 10, "deal"), "done");
  assert.equal(steps.take(view({ s: "" }), 10, "deal"), null);
  assert.equal(steps.done, 5);
  assert.equal(steps.take(view({}), 11, "t1t2"), "undone");
  assert.equal(steps.done, 4);
  assert.equal(steps.take(view({ t2: "", t3: "9S" }), 12, "deal"), "other");
  assert.equal(steps.take(view({}), 13, "t1t2"), "undone");
  assert.equal(steps.take(view({ s: "" }), 14, "deal"), "done");
});
