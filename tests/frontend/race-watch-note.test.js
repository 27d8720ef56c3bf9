import assert from "node:assert/strict";
import { test } from "node:test";
import { soonText } from "../../frontend/src/race/watch-note.js";

test("spectators read when the first tables appear", () => {
  assert.equal(soonText(103_000), "Tables appear in 1:43");
  assert.equal(soonText(400), "Tables appear in 0:01");
});

test("tables that are a moment late are promised without a time", () => {
  assert.equal(soonText(0), "Tables appear in a moment");
  assert.equal(soonText(-3000), "Tables appear in a moment");
});
