import assert from "node:assert/strict";
import { test } from "node:test";
import { learn } from "../../frontend/src/lib/counted.js";
import { addressOf, boast } from "../../frontend/src/race/boast.js";
import { alice, bob, race } from "./race-frames.js";

learn({ result: "%(progress)s of 52 home", told: "", bar: "", ghost: "", nothing: "", furthest: "", all: "" });

const WON = alice({ state: "won", time: 187_428, place: 1, progress: 52, moves: 90 });
const over = (/** @type {Parameters<typeof race>[0]} */ changes) => race({ state: "over", ...changes });

test("a win is told with time, place and margin, then drawn a square for each tenth", () => {
  const second = bob({ state: "won", time: 199_428, place: 2, progress: 52 });
  assert.equal(
    boast(over({ seats: [WON, second] }), "Agnes Sorel", [0, 1, 4, 0, 3, 5, 2, 6, 9, 21]),
    "Same Deal: Agnes Sorel\n3:07 · Place 1 of 2 · won by 0:12\n⬜🟨🟨⬜🟨🟩🟨🟩🟩🟩\nSame cards, your turn:",
  );
});

test("who was alone has moves in place of a place", () => {
  assert.equal(
    boast(over({ seats: [WON] }), "Applegate daily, 22 November 2026"),
    "Same Deal: Applegate daily, 22 November 2026\n3:07 · 90 moves\nSame cards, your turn:",
  );
});

test("a run without a win is told by its progress", () => {
  const ended = alice({ state: "ended", place: 2, progress: 38 });
  const first = bob({ state: "ended", place: 1, progress: 41 });
  assert.equal(
    boast(over({ seats: [ended, first] }), "Applegate", [0, 5]),
    "Same Deal: Applegate\n38 of 52 home · Place 2 of 2 · 3 cards behind Bob\n⬜🟩\nSame cards, your turn:",
  );
});

test("a spectator tells of the winner's time and of no name, and challenges no one", () => {
  assert.equal(
    boast(over({ you: null, seats: [WON, bob({ state: "ended", place: 2 })] }), "Applegate"),
    "Same Deal: Applegate\nI watched 2 players race · 3:07",
  );
});

test("the link leads to the same deal and shows none of it", () => {
  assert.equal(addressOf(race({ seats: [WON, bob()] })), "/entry/41/race");
  assert.equal(addressOf(race({ you: null })), "/race/QFXKMP/");
});
