import assert from "node:assert/strict";
import { test } from "node:test";
import { at } from "../../frontend/src/replay/track.js";

test("a lane knows how far its run was at a moment, and the time once it was won", () => {
  const won = { entry: 1, points: /** @type {[number, number][]} */ ([[0, 1], [2000, 2], [9000, 52]]), ended: 9000, time: 9000 };
  assert.deepEqual(at(won, 1999), { progress: 1, time: null });
  assert.deepEqual(at(won, 2000), { progress: 2, time: null });
  assert.deepEqual(at(won, 8999), { progress: 2, time: null });
  assert.deepEqual(at(won, 9000), { progress: 52, time: 9000 });
  assert.deepEqual(at({ ...won, time: null }, 9500), { progress: 52, time: null });
});
