import assert from "node:assert/strict";
import { test } from "node:test";
import { situation } from "../../frontend/src/race/room.js";
import { START } from "../../frontend/src/race/state.js";
import { alice, bob, race } from "./race-frames.js";

/** @import { SeatState } from "../../frontend/src/net/messages.js" */

/** @param {Partial<SeatState>} rival */
const beside = (rival) => situation({ ...START, race: race({ seats: [alice(), bob(rival)] }) });

test("a rival who races a ghost is called to the quick race", () => {
  assert.equal(beside({}), "waiting");
  assert.equal(beside({ elsewhere: true }), "called");
});

test("a rival who has closed the page of the ghost can't be called", () => {
  assert.equal(beside({ elsewhere: true, away: true }), "alone");
  assert.equal(beside({ away: true }), "waiting");
});
