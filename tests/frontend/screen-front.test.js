import assert from "node:assert/strict";
import { test } from "node:test";
import { Front } from "../../frontend/src/screen/front.js";
import { alice, race } from "./race-frames.js";

/** @import { RunState } from "../../frontend/src/net/messages.js" */

/**
 * @param {number[]} places of the seats in turn
 * @param {Record<number, RunState>} [ended] the states of seats that play no longer
 */
function frame(places, ended = {}) {
  const seats = places.map((place, seat) => alice({ seat, place, state: ended[seat] ?? "playing" }));
  return race({ state: "running", you: null, seats });
}

test("where there is room for all, they keep the order of the table", () => {
  assert.deepEqual(new Front().pick(frame([3, 1, 2]), [0, 1, 2], 4, 0), [0, 1, 2]);
});

test("of more, the first are shown in the order of the table", () => {
  assert.deepEqual(new Front().pick(frame([5, 1, 3, 2, 4]), [0, 1, 2, 3, 4], 3, 0), [1, 2, 3]);
});

test("the boards stay for ten seconds, whoever is in front", () => {
  const front = new Front();
  const seats = [0, 1, 2];
  assert.deepEqual(front.pick(frame([1, 2, 3]), seats, 2, 0), [0, 1]);
  assert.deepEqual(front.pick(frame([1, 3, 2]), seats, 2, 9999), [0, 1]);
  assert.deepEqual(front.pick(frame([1, 3, 2]), seats, 2, 10_000), [0, 2]);
});

test("a board that comes or goes is noticed at once", () => {
  const front = new Front();
  const now = frame([1, 2, 3]);
  assert.deepEqual(front.pick(now, [0], 2, 0), [0]);
  assert.deepEqual(front.pick(now, [0, 2], 2, 100), [0, 2]);
  assert.deepEqual(front.pick(now, [0, 1], 2, 200), [0, 1]);
});

test("those who still play come before those who are done", () => {
  assert.deepEqual(new Front().pick(frame([1, 2, 3], { 0: "won" }), [0, 1, 2], 2, 0), [1, 2]);
});

test("with room for one, it follows the leader", () => {
  assert.deepEqual(new Front().pick(frame([2, 1]), [0, 1], 1, 0), [1]);
});

test("of a race that is over, the first are shown at once", () => {
  const front = new Front();
  const ended = /** @type {const} */ ({ 0: "ended", 1: "won", 2: "ended" });
  front.pick(frame([3, 1, 2], { 1: "won" }), [0, 1, 2], 2, 0);
  assert.deepEqual(front.pick({ ...frame([3, 1, 2], ended), state: "over" }, [0, 1, 2], 2, 100), [1, 2]);
  assert.deepEqual(front.pick({ ...frame([3, 1, 2], ended), state: "over" }, [0, 1, 2], 1, 100), [1]);
});
