import assert from "node:assert/strict";
import { test } from "node:test";
import { resultsText } from "../../frontend/src/race/results-left.js";
import { alice, bob, race, seat } from "./race-frames.js";

const LEFT = 512_000;

/** @param {...ReturnType<typeof seat>} others */
function said(...others) {
  return resultsText(race({ state: "running", you: 0, seats: [alice({ state: "ended" }), ...others] }), LEFT);
}

test("who is done reads whom the results wait for, and how long, if only they are away", () => {
  const mo = { seat: 2, name: "Mo", state: /** @type {const} */ ("playing") };
  assert.equal(said(bob({ state: "won" }), seat({ ...mo, away: true })), "Mo is away. Results appear in 8:32 at most.");
  assert.equal(said(bob({ state: "playing", away: true }), seat({ ...mo, away: true }), seat({ ...mo, seat: 3, name: "Kim", away: true })), "Bob, Mo and 1 more are away. Results appear in 8:32 at most.");
  assert.equal(said(bob({ state: "playing" }), seat({ ...mo, away: true })), "");
  assert.equal(said(bob({ state: "won" })), "");
});

test("in a round of an event the results wait for all tables", () => {
  const seats = [alice({ state: "ended" }), bob({ state: "playing", away: true })];
  const round = race({ kind: "event", state: "running", you: 0, seats });
  assert.equal(resultsText(round, LEFT), "The round ends when everyone is done, in 8:32 at most; results appear then.");
  assert.equal(resultsText(round, 0), "The round is over: the results are coming.");
});
