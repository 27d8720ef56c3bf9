import assert from "node:assert/strict";
import { test } from "node:test";
import { timeText } from "../../frontend/src/race/hud.js";

const HOURS = 14 * 3_600_000;

test("the clock of a practice that was left for hours counts no seconds", () => {
  assert.equal(timeText("solo", null, 61_000), "1:01");
  assert.equal(timeText("solo", null, HOURS), "over 1 h");
  assert.equal(timeText("solo", HOURS, HOURS), "14:00:00");
  assert.equal(timeText("anytime", null, HOURS), "14:00:00");
});
