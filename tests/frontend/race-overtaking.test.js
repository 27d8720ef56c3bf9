import assert from "node:assert/strict";
import { test } from "node:test";
import { overtaking } from "../../frontend/src/race/overtaking.js";
import { START } from "../../frontend/src/race/state.js";
import { alice, bob, race } from "./race-frames.js";

/**
 * What is said while the places change, each at its second.
 * @param {[second: number, alice: number | null, bob: number | null][]} places
 * @param {number | null} [you]
 */
function said(places, you = 0) {
  /** @type {string[]} */
  const sentences = [];
  let now = 0;
  const update = overtaking((sentence) => sentences.push(sentence), () => now);
  for (const [second, first, other] of places) {
    now = 1000 * second;
    const seats = [alice({ state: "playing", place: first }), bob({ state: "playing", place: other })];
    update({ ...START, race: race({ state: "running", you, seats }) });
  }
  return sentences;
}

test("a tie is not announced", () => {
  assert.deepEqual(said([[0, null, null], [1, 1, 1]]), []);
});

test("an overtaken player is told once", () => {
  assert.deepEqual(said([[0, 1, 2], [6, 2, 1], [20, 2, 1]]), ["You are in place 1.", "You are in place 2."]);
});

test("a close race is announced once it settles, not turn by turn", () => {
  assert.deepEqual(said([[0, 1, 2], [1, 2, 1], [2, 1, 2], [3, 2, 1], [6, 2, 1]]), ["You are in place 1.", "You are in place 2."]);
});

test("a player whose race is over hears of no place", () => {
  /** @type {string[]} */
  const sentences = [];
  const update = overtaking((sentence) => sentences.push(sentence), () => 0);
  const seats = [alice({ state: "won", place: 1 }), bob({ state: "playing", place: 2 })];
  update({ ...START, race: race({ state: "over", you: 0, seats }) });
  assert.deepEqual(sentences, []);
});

test("spectators hear who is ahead", () => {
  assert.deepEqual(said([[0, 2, 1], [9, 1, 2]], null), ["Bob is ahead.", "Alice is ahead."]);
});
