import assert from "node:assert/strict";
import { test } from "node:test";
import { cutOff, liveText, shownText } from "../../frontend/src/screen/words.js";
import { alice, bob, race } from "./race-frames.js";

/** @import { BoardFrame } from "../../frontend/src/net/messages.js" */

const RESULT = "%(progress)s of 52 home";

/** @param {Partial<import("../../frontend/src/net/messages.js").RaceFrame>} [values] */
function late(values) {
  return race({ state: "running", you: null, delay: 30_000, seats: [alice({ state: "playing", progress: 7 })], ...values });
}

/** @param {number} progress */
function board(progress) {
  return /** @type {BoardFrame} */ (/** @type {unknown} */ ({ t: "board", seat: 0, board: { progress } }));
}

test("a late board's caption tells what its cards show, not how far the run is now", () => {
  assert.equal(shownText(late(), board(0), RESULT), "30 seconds ago: 0 of 52 home");
  assert.equal(shownText(late({ delay: 120_000 }), board(3), RESULT), "2 minutes ago: 3 of 52 home");
});

test("a run that has been won isn't told by its late board", () => {
  const seats = [alice({ state: "won", progress: 52, time: 61_230 })];
  assert.equal(shownText(late({ seats }), board(40), RESULT), "30 seconds ago: 40 of 52 home");
  assert.equal(liveText(late({ seats }), seats[0]), "1:01.23");
});

test("before the first cards, and once they are no longer late, there is no caption", () => {
  assert.equal(shownText(late(), undefined, RESULT), "");
  assert.equal(shownText(late({ state: "over" }), board(7), RESULT), "");
  assert.equal(shownText(late({ delay: 0 }), board(7), RESULT), "");
});

test("beside late boards, a live figure is marked as current", () => {
  assert.equal(liveText(late(), alice({ state: "playing", progress: 7 })), "now 7");
  assert.equal(liveText(late({ state: "over" }), alice({ state: "playing", progress: 7 })), "7");
  assert.match(liveText(late(), alice({ state: "ended", progress: 7 })), /^stopped\s· 7$/);
});

test("who still played when the time was up didn't stop", () => {
  const seats = [alice({ state: "playing", progress: 3 }), bob({ state: "ended", progress: 2 })];
  const before = late({ elapsed: 590_000, ends_in: 10_000, seats });
  const ended = seats.map((seat) => ({ ...seat, state: /** @type {const} */ ("ended") }));
  const over = late({ state: "over", elapsed: 600_012, seats: ended });
  assert.deepEqual(cutOff(before, over), [0]);
  assert.deepEqual(cutOff(before, { ...over, elapsed: 595_000 }), []);
  assert.deepEqual(cutOff(before, { ...over, state: "running" }), []);
  assert.match(liveText(over, ended[0], true), /^time's up\s· 3$/);
  assert.match(liveText(over, ended[1]), /^stopped\s· 2$/);
});

test("that no card was moved is said in two words and without a number", () => {
  assert.equal(liveText(late({ state: "over" }), alice({ state: "no-show" })), "no move");
});
