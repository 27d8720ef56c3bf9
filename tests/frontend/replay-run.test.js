import assert from "node:assert/strict";
import { test } from "node:test";
import { alice } from "./replay-runs.js";

test("a board is what was dealt and all that has changed since", () => {
  const run = alice();
  assert.deepEqual(run.board(0).piles, { t1: "AC 2C", t2: "" });
  assert.deepEqual(run.board(2).piles, { t1: "", t2: "2C" });
  assert.deepEqual(run.board(3).accepts, { t: "K", f: "A" });
  assert.equal(run.board(3).outcome, "won");
});

test("the number at a time is that of the last action up to it", () => {
  const run = alice();
  const numbers = [0, 1999, 2000, 8999, 9000, 60_000].map((ms) => run.numberAt(ms));
  assert.deepEqual(numbers, [0, 0, 1, 1, 3, 3]);
});

test("marked actions are found in both directions", () => {
  const run = alice();
  assert.equal(run.marked(0, "long", 1), 1);
  assert.equal(run.marked(3, "long", -1), 1);
  assert.equal(run.marked(1, "long", 1), null);
  assert.equal(run.marked(0, "deal", 1), null);
});
