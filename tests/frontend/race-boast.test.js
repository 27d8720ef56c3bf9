import assert from "node:assert/strict";
import { test } from "node:test";
import { learn } from "../../frontend/src/lib/counted.js";
import { addressOf, boast } from "../../frontend/src/race/boast.js";
import { alice, bob, race } from "./race-frames.js";

learn({ result: "%(progress)s of 52 home", told: "", bar: "", ghost: "", nothing: "", furthest: "", all: "" });

const WON = alice({ state: "won", time: 187_428, place: 1, progress: 52, moves: 90 });
const over = (/** @type {Parameters<typeof race>[0]} */ changes) => race({ state: "over", ...changes });

test("a win is told with place, time and margin", () => {
  const second = bob({ state: "won", time: 199_428, place: 2, progress: 52 });
  assert.equal(
    boast(over({ seats: [WON, second] }), "Agnes Sorel"),
    "Same Deal: Agnes Sorel\nPlace 1 of 2 · 3:07.42 · won by 0:12\n52 of 52 home |||||||||||||",
  );
});

test("who was alone has moves in place of a place", () => {
  assert.equal(
    boast(over({ seats: [WON] }), "Applegate, daily challenge of 22 November 2026"),
    "Same Deal: Applegate, daily challenge of 22 November 2026\n90 moves · 3:07.42\n52 of 52 home |||||||||||||",
  );
});

test("a run without a win is told by its progress, a sign for each four cards", () => {
  const ended = alice({ state: "ended", place: 2, progress: 38 });
  const first = bob({ state: "ended", place: 1, progress: 41 });
  assert.equal(
    boast(over({ seats: [ended, first] }), "Applegate"),
    "Same Deal: Applegate\nPlace 2 of 2 · 3 cards behind Bob\n38 of 52 home |||||||||····",
  );
  const none = alice({ state: "no-show", place: 2, progress: 0 });
  assert.match(boast(over({ seats: [none, first] }), "Applegate"), /\n0 of 52 home ·{13}$/);
});

test("a spectator tells of the winner's time and of no name", () => {
  assert.equal(
    boast(over({ you: null, seats: [WON, bob({ state: "ended", place: 2 })] }), "Applegate"),
    "Same Deal: Applegate\nI watched 2 players race · 3:07.42\n52 of 52 home |||||||||||||",
  );
});

test("the link leads to the same deal and shows none of it", () => {
  assert.equal(addressOf(race({ seats: [WON, bob()] })), "/entry/41/race");
  assert.equal(addressOf(race({ you: null })), "/race/QFXKMP/");
});
