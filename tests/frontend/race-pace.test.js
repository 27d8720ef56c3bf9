import assert from "node:assert/strict";
import { test } from "node:test";
import { duel } from "../../frontend/src/race/duel.js";
import { haunted, settled } from "../../frontend/src/race/pace.js";
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

/**
 * A practice that ended after five seconds.
 * @param {Parameters<typeof alice>[0]} hers
 * @param {Partial<import("../../frontend/src/race/pace.js").Ghost>} ghost
 */
function told(hers, ghost = {}) {
  const over = race({ state: "over", elapsed: 5000, seats: [alice({ state: "ended", ...hers })] });
  return duel(settled({ ...START, race: over }, [{ ...GHOST, ...ghost }]));
}

test("a player who got home is compared with the whole run of the ghost", () => {
  const won = /** @type {const} */ ({ state: "won", progress: 52 });
  assert.equal(told({ ...won, time: 5000 }), "You beat Mo's run by 0:04.00.");
  assert.equal(told({ ...won, time: 5000 }, { entry: null, ended: 65_000, time: 65_000 }), "You beat the solver by 1:00.");
  assert.equal(told({ ...won, time: 21_000 }), "You were 0:12 slower than Mo's run.");
  assert.equal(told({ ...won, time: 5000 }, { time: null }), "You beat Mo's run.");
  assert.equal(told({ ...won, time: 9000 }), "You got as far as Mo's run.");
});

test("a player who stopped is compared with the ghost at that moment", () => {
  assert.equal(told({ progress: 1 }), "You didn't get as far as Mo's run: 1 to 2.");
  assert.equal(told({ progress: 1 }, { ended: 4500, points: [[0, 0], [4500, 52]] }), "You didn't get as far as Mo's run: 1 to 52.");
  assert.equal(told({ progress: 2 }), "You got as far as Mo's run.");
  assert.equal(told({ progress: 7 }, { entry: null }), "You got further than the solver: 7 to 2.");
});

test("a ghost has neither the help nor the ruling of the player beside it", () => {
  const over = race({ state: "over", elapsed: 5000, seats: [alice({ state: "ended", assisted: true, voided: "slip" })] });
  const [, ghost] = settled({ ...START, race: over }, [GHOST]).race?.seats ?? [];
  assert.deepEqual([ghost.assisted, ghost.voided], [false, ""]);
});
