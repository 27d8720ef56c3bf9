import assert from "node:assert/strict";
import { test } from "node:test";
import { needsRival, situation } from "../../frontend/src/race/room.js";
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

test("nobody races alone in a match that can be won, or in a later race of any", () => {
  const alone = (/** @type {Partial<import("../../frontend/src/net/messages.js").MatchState>} */ changes) =>
    needsRival({ match: { code: "QFXKMP", number: 1, target: null, two_ahead: false, chosen: true, state: "on", stopped_by: null, players: [], ...changes } });
  assert.equal(alone({}), false);
  assert.equal(alone({ target: 2 }), true);
  assert.equal(alone({ number: 2 }), true);
  assert.equal(needsRival({ match: null }), false);
});
