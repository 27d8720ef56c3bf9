import assert from "node:assert/strict";
import { test } from "node:test";
import { isDue, sentence } from "../../frontend/src/race/capacity.js";

test("what is left is told, one action as one", () => {
  assert.equal(sentence(300), "300 more actions fit in this run.");
  assert.equal(sentence(1), "1 more action fits in this run.");
  assert.equal(sentence(0), "No more actions fit in this run. End it: what you have reached counts.");
});

test("it is said at first, and at a few marks, not at every move", () => {
  assert.ok(isDue(300, null));
  assert.ok(!isDue(299, 300));
  assert.ok(isDue(100, 101));
  assert.ok(isDue(8, 12));
  assert.ok(!isDue(99, 100));
  assert.ok(isDue(0, 1));
  assert.ok(!isDue(0, 0));
});
