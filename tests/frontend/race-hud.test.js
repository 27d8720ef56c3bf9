import assert from "node:assert/strict";
import { test } from "node:test";
import { bellReason, timeText } from "../../frontend/src/race/hud.js";
import { alice, bob } from "./race-frames.js";

const HOURS = 14 * 3_600_000;

test("the clock of a practice that was left for hours counts no seconds", () => {
  assert.equal(timeText("solo", null, 61_000), "1:01");
  assert.equal(timeText("solo", null, HOURS), "over 1 h");
  assert.equal(timeText("solo", HOURS, HOURS), "14:00:00");
  assert.equal(timeText("anytime", null, HOURS), "14:00:00");
});

test("there is no last call once no one is left to play", () => {
  const won = alice({ state: "won" });
  assert.equal(bellReason({ bell: "finish", seats: [won, bob({ state: "playing" })] }), "finish");
  assert.equal(bellReason({ bell: "finish", seats: [won, bob({ state: "ended" })] }), "");
  // In a round, the other tables may go on.
  assert.equal(bellReason({ bell: "limit", seats: [won, bob({ state: "ended" })] }), "limit");
  assert.equal(bellReason({ bell: null, seats: [won] }), "");
});
