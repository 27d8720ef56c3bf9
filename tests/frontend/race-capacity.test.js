import assert from "node:assert/strict";
import { test } from "node:test";
import { isDue, sentence } from "../../frontend/src/race/capacity.js";

test("the remaining actions are counted, in the singular too", () => {
  assert.equal(sentence(300), "300 moves and undos left in this run.");
  assert.equal(sentence(1), "1 move or undo left in this run.");
  assert.equal(sentence(0), "You've reached the limit of moves and undos. Stop here: what you have counts.");
});

test("the number left is announced at first and at a few thresholds, not at every move", () => {
  assert.ok(isDue(300, null));
  assert.ok(!isDue(299, 300));
  assert.ok(isDue(100, 101));
  assert.ok(isDue(8, 12));
  assert.ok(!isDue(99, 100));
  assert.ok(isDue(0, 1));
  assert.ok(!isDue(0, 0));
});
