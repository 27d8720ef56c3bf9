import assert from "node:assert/strict";
import { test } from "node:test";
import { haunted } from "../../frontend/src/race/pace.js";
import { START } from "../../frontend/src/race/state.js";
import { alice, board, race } from "./race-frames.js";

/** @type {import("../../frontend/src/race/pace.js").Ghost} */
const GHOST = { label: "A run by Mo, 0:09", entry: 7, name: "Mo", points: [[0, 1], [4000, 2], [9000, 52]], ended: 9000, time: 9000 };

/**
 * @param {number} ms
 * @param {number} progress Alice's
 * @param {import("../../frontend/src/race/pace.js").Ghost} ghost
 */
function at(ms, progress = 0, ghost = GHOST) {
  const frame = board(3);
  frame.board.progress = progress;
  const state = { ...START, race: race({ state: "running", seats: [alice({ state: "playing" })] }), boards: { 0: frame } };
  return haunted(state, [ghost], ms).race?.seats ?? [];
}

test("a ghost moves when its run moved", () => {
  const reached = [0, 3999, 4000, 8999, 9000, 60_000].map((ms) => at(ms)[1].progress);
  assert.deepEqual(reached, [1, 1, 2, 2, 52, 52]);
});

test("a ghost finishes when its run did", () => {
  assert.equal(at(8999)[1].state, "playing");
  assert.deepEqual([at(9000)[1].state, at(9000)[1].time], ["won", 9000]);
  assert.equal(at(9000, 0, { ...GHOST, time: null })[1].state, "ended");
});

test("player and ghost are placed by progress, and not while they are level", () => {
  const places = [1, 2, 3].map((progress) => at(5000, progress).map(({ place }) => place));
  assert.deepEqual(places, [[2, 1], [null, null], [1, 2]]);
});

test("before the start a ghost is level with the player", () => {
  const state = { ...START, race: race({ state: "countdown", seats: [alice()] }) };
  const seats = haunted(state, [GHOST], 0).race?.seats ?? [];
  assert.deepEqual(seats.map(({ progress, place }) => [progress, place]), [[0, null], [0, null]]);
});

test("a race without ghosts is shown as it is", () => {
  const state = { ...START, race: race() };
  assert.equal(haunted(state, [], 0), state);
});
