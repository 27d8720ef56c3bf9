import assert from "node:assert/strict";
import { test } from "node:test";
import { LateEnd, endsLate } from "../../frontend/src/net/late-end.js";
import { alice, race } from "./race-frames.js";

/** @import { BoardFrame } from "../../frontend/src/net/messages.js" */

const running = race({ state: "running", watching: "delayed", delay: 30_000, elapsed: 90_000, you: null, seats: [alice()] });
const over = race({ state: "over", watching: "now", elapsed: 100_000, you: null, seats: [alice()] });

/** @param {number} ms since the start */
function board(ms) {
  return /** @type {BoardFrame} */ (/** @type {unknown} */ ({ t: "board", seat: 0, n: ms / 1000, ms }));
}

/**
 * @param {number[]} times of the boards that come at once
 * @param {boolean} [isStill]
 */
function begun(times, isStill = false) {
  const end = new LateEnd();
  end.begin(over, 0, isStill);
  for (const ms of times) end.hear(board(ms));
  return end;
}

/** @param {LateEnd} end @param {number} now */
const shown = (end, now) => end.due(now).map(({ ms }) => ms);

test("the end of a race is late for those who watched it late, and not for its players", () => {
  assert.ok(endsLate(running, over));
  assert.ok(!endsLate(running, { ...over, you: 0 }));
  assert.ok(!endsLate({ ...running, watching: "now" }, over));
  assert.ok(!endsLate(running, running));
  assert.ok(!endsLate(null, over));
});

test("something moves at once and each quarter of a second, however long it stood still in the race", () => {
  const end = begun([98_500, 98_500, 99_000, 100_000]);
  assert.deepEqual(shown(end, 0), [98_500, 98_500]);
  assert.deepEqual(shown(end, 249), []);
  assert.deepEqual(shown(end, 250), [99_000]);
  assert.deepEqual(shown(end, 500), [100_000]);
  assert.ok(end.isOn);
});

test("boards that come late are played from then on", () => {
  const end = begun([]);
  assert.deepEqual(shown(end, 800), []);
  end.hear(board(70_000));
  assert.deepEqual(shown(end, 800), [70_000]);
  end.hear(board(85_000));
  end.hear(board(100_000));
  assert.deepEqual(shown(end, 900), []);
  assert.deepEqual(shown(end, 1050), [85_000]);
});

test("the last boards stay for four seconds", () => {
  const end = begun([70_000, 100_000]);
  shown(end, 0);
  shown(end, 250);
  shown(end, 4249);
  assert.ok(end.isOn);
  shown(end, 4250);
  assert.ok(!end.isOn);
});

test("without motion, the last boards come at once and stay as long", () => {
  const end = begun([70_000, 85_000, 100_000], true);
  assert.deepEqual(shown(end, 0), [70_000, 85_000, 100_000]);
  shown(end, 3999);
  assert.ok(end.isOn);
  shown(end, 4000);
  assert.ok(!end.isOn);
});

test("the last boards alone are not held for what doesn't come", () => {
  const end = begun([100_400]);
  assert.deepEqual(shown(end, 999), []);
  assert.deepEqual(shown(end, 1000), [100_400]);
});

test("skipped, it ends with all boards", () => {
  const end = begun([70_000, 85_000, 100_000]);
  shown(end, 0);
  assert.deepEqual(end.skip().map(({ ms }) => ms), [85_000, 100_000]);
  assert.ok(!end.isOn);
});
