import assert from "node:assert/strict";
import { test } from "node:test";
import { cues } from "../../frontend/src/race/cues.js";
import { START } from "../../frontend/src/race/state.js";
import { alice, bob, race } from "./race-frames.js";

/** @import { SeatState } from "../../frontend/src/net/messages.js" */

/**
 * What is heard while the seats change, each at its second.
 * @param {[second: number, alice: Partial<SeatState>, bob: Partial<SeatState>][]} changes
 * @param {number | null} [you]
 */
function heard(changes, you = 0) {
  /** @type {string[]} */
  const sounds = [];
  let now = 0;
  let before = START;
  const update = cues((name) => sounds.push(name), () => now);
  for (const [second, first, other] of changes) {
    now = 1000 * second;
    const seats = [alice({ state: "playing", ...first }), bob({ state: "playing", ...other })];
    const after = { ...START, race: race({ state: "running", you, seats }) };
    update(after, before);
    before = after;
  }
  return sounds;
}

test("a player who falls back hears it, one who gets ahead does not", () => {
  assert.deepEqual(heard([[0, { place: 1 }, { place: 2 }], [9, { place: 2 }, { place: 1 }]]), ["overtaken"]);
  assert.deepEqual(heard([[0, { place: 2 }, { place: 1 }], [9, { place: 1 }, { place: 2 }]]), []);
});

test("a lead that swaps again and again is heard once", () => {
  const ahead = [{ place: 1 }, { place: 2 }];
  const [a, b] = ahead;
  assert.deepEqual(heard([[0, a, b], [6, b, a], [7, a, b], [8, b, a]]), ["overtaken"]);
});

test("a rival's finish is heard, though it costs the place", () => {
  assert.deepEqual(heard([[0, { place: 1 }, { place: 2 }], [6, { place: 2 }, { place: 1, state: "won" }]]), ["finish"]);
});

test("the own finish is left to the finale", () => {
  assert.deepEqual(heard([[0, {}, {}], [6, { state: "won" }, {}], [7, { state: "won" }, {}]]), []);
});

test("a page that opens late hears nothing of what was before", () => {
  assert.deepEqual(heard([[6, { state: "won" }, { state: "won" }]]), []);
});

test("the start is heard", () => {
  /** @type {string[]} */
  const sounds = [];
  const update = cues((name) => sounds.push(name), () => 0);
  update({ ...START, race: race({ state: "running" }) }, { ...START, race: race({ state: "countdown" }) });
  assert.deepEqual(sounds, ["go"]);
});

test("spectators hear finishes only", () => {
  const changes = /** @type {Parameters<typeof heard>[0]} */ ([
    [0, { place: 1 }, { place: 2 }], [6, { place: 2 }, { place: 1 }], [7, { state: "won" }, {}],
  ]);
  assert.deepEqual(heard(changes, null), ["finish"]);
});
