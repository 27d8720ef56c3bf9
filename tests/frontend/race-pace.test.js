import assert from "node:assert/strict";
import { test } from "node:test";
import { isOver, progressAt } from "../../frontend/src/race/pace.js";

/** @type {import("../../frontend/src/race/pace.js").Ghost} */
const GHOST = { entry: 7, name: "Alice", points: [[0, 1], [4000, 2], [9000, 52]], ended: 9000, time: 9000 };

test("a ghost moves when its run moved", () => {
  assert.deepEqual([0, 3999, 4000, 8999, 9000, 60_000].map((ms) => progressAt(GHOST, ms)), [1, 1, 2, 2, 52, 52]);
});

test("a ghost is over when its run was", () => {
  assert.equal(isOver(GHOST, 8999), false);
  assert.equal(isOver(GHOST, 9000), true);
});
