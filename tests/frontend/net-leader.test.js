import assert from "node:assert/strict";
import { test } from "node:test";
import { Leader } from "../../frontend/src/net/leader.js";
import { alice, bob, race } from "./race-frames.js";

/** @import { RunState } from "../../frontend/src/net/messages.js" */

/**
 * Whose table is shown while the places change, each at its second.
 * @param {[second: number, alice: number, bob: number, state?: RunState][]} places with the state of Alice's run
 * @param {Leader} [leader]
 */
function shown(places, leader = new Leader()) {
  return places.map(([second, first, other, state = "playing"]) => {
    const seats = [alice({ state, place: first }), bob({ state: "playing", place: other })];
    return leader.follow(race({ state: "running", you: null, seats }), [0, 1], 1000 * second);
  });
}

test("the leader's table is shown at once, and the same while all are level", () => {
  assert.deepEqual(shown([[0, 2, 1]]), [1]);
  assert.deepEqual(shown([[0, 1, 1], [20, 1, 1]]), [0, 0]);
  assert.deepEqual(shown([[0, 2, 1], [20, 1, 1], [40, 1, 1]]), [1, 1, 1]);
});

test("the view moves once another has led for three seconds", () => {
  assert.deepEqual(shown([[0, 1, 2], [10, 2, 1], [12, 2, 1], [13, 2, 1]]), [0, 0, 0, 1]);
});

test("a lead that changes hands all the time moves nothing", () => {
  assert.deepEqual(shown([[0, 1, 2], [10, 2, 1], [12, 1, 2], [14, 2, 1], [16, 2, 1]]), [0, 0, 0, 0, 0]);
});

test("the view stays for eight seconds at least", () => {
  assert.deepEqual(shown([[0, 1, 2], [1, 2, 1], [5, 2, 1], [7, 2, 1], [8, 2, 1]]), [0, 0, 0, 0, 1]);
});

test("when the leader has won, the next who still plays is shown", () => {
  assert.deepEqual(shown([[0, 1, 2], [10, 1, 2, "won"], [13, 1, 2, "won"]]), [0, 0, 1]);
});

test("from a picked table the view goes back to the leader at once", () => {
  const leader = new Leader();
  shown([[0, 1, 2]], leader);
  leader.show(1, 1000);
  assert.deepEqual(shown([[2, 1, 2]], leader), [1]);
  leader.release();
  assert.deepEqual(shown([[3, 1, 2]], leader), [0]);
});

test("the leader's table is shown once it has come, though another came first", () => {
  const leader = new Leader();
  const frame = race({ state: "running", you: null, seats: [alice({ place: 2 }), bob({ place: 1 })] });
  assert.equal(leader.follow(frame, [0], 0), 0);
  assert.equal(leader.follow(frame, [0, 1], 100), 1);
});
