import assert from "node:assert/strict";
import { test } from "node:test";
import { learn } from "../../frontend/src/lib/counted.js";
import { addressOf, sentence } from "../../frontend/src/race/boast.js";
import { alice, bob, race } from "./race-frames.js";

const WORDS = { result: "", told: "", bar: "", ghost: "", boast: "", boast_placed: "", nothing: "", furthest: "" };
const WON = alice({ state: "won", time: 187_428, place: 1, progress: 52 });

test("a win is told with time and place", () => {
  assert.equal(sentence(race({ seats: [WON, bob()] }), "Agnes Sorel"), "I solved Agnes Sorel in 3:07.42: place 1 of 2.");
  assert.equal(sentence(race({ seats: [WON] }), "Agnes Sorel"), "I solved Agnes Sorel in 3:07.42.");
});

test("what was not won is told by how far it came", () => {
  learn({ ...WORDS, boast: "I got %(progress)s of 52 in %(title)s.", boast_placed: "I got %(progress)s of 52 in %(title)s: place %(place)s of %(count)s." });
  const ended = alice({ state: "ended", place: 2, progress: 38 });
  assert.equal(sentence(race({ seats: [ended, bob()] }), "Applegate"), "I got 38 of 52 in Applegate: place 2 of 2.");
  assert.equal(sentence(race({ seats: [ended] }), "Applegate"), "I got 38 of 52 in Applegate.");
});

test("whoever has watched says so", () => {
  assert.equal(sentence(race({ you: null }), "Applegate"), "I watched a race of 2 at Applegate.");
});

test("the link leads to the same deal and shows none of it", () => {
  assert.equal(addressOf(race({ seats: [WON, bob()] })), "/entry/41/race");
  assert.equal(addressOf(race({ you: null })), "/race/QFXKMP/");
});
