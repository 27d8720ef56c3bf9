import assert from "node:assert/strict";
import { test } from "node:test";
import { statusIn } from "../../frontend/src/race/queue.js";
import { alice, bob, race, seat } from "./race-frames.js";

const gone = alice({ elsewhere: true });

test("a player at a ghost is called once someone is here", () => {
  assert.equal(statusIn(race({ seats: [gone] })), "waiting");
  assert.equal(statusIn(race({ seats: [gone, bob()] })), "called");
  assert.equal(statusIn(race({ seats: [gone, bob({ elsewhere: true })] })), "waiting");
});

test("a player who lost the seat to two others is called until they start", () => {
  const others = [bob(), seat({ seat: 2, name: "Charlie" })];
  assert.equal(statusIn(race({ you: null, seats: others, starts_in: 35_000 })), "called");
  assert.equal(statusIn(race({ you: null, seats: others, state: "countdown", starts_in: 5000 })), "left");
});

test("a player without a seat waits for no one", () => {
  assert.equal(statusIn(race({ you: null, seats: [] })), "left");
});
