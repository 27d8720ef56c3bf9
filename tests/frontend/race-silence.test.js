import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { PATIENCE, silence } from "../../frontend/src/race/silence.js";
import { line } from "../../frontend/src/race/state.js";
import { board } from "./race-frames.js";
import { RunningSeat } from "./race-seat.js";

/** @type {RunningSeat} */
let seat;
let probes = 0;
/** @type {ReturnType<typeof silence>} */
let listening;

beforeEach(() => {
  seat = new RunningSeat();
  probes = 0;
  listening = silence(seat.control, () => (probes += 1));
  listening.tick(0);
});

/**
 * @param {number} now
 * @returns {boolean} whether the page says that nothing comes back
 */
function isSilent(now) {
  listening.tick(now);
  return seat.control.state.silent;
}

test("a move that waits for too long is noticed, and asked for once", () => {
  seat.control.act("t1t2");
  assert.deepEqual([10, PATIENCE, PATIENCE + 10, 2 * PATIENCE].map(isSilent), [false, false, true, true]);
  assert.equal(probes, 1);
  seat.control.serverUpdate(board(13));
  assert.equal(isSilent(2 * PATIENCE + 10), false);
});

test("moves that are answered one after the other are not late together", () => {
  for (const n of [13, 14, 15]) {
    seat.control.act("t1t2");
    assert.equal(isSilent(n * PATIENCE), false);
    assert.equal(isSilent((n + 0.9) * PATIENCE), false);
    seat.control.serverUpdate(board(n));
  }
  assert.equal(probes, 0);
});

test("a hint takes its time, a request to be ready doesn't", () => {
  seat.control.ask({ t: "hint" });
  assert.deepEqual([10, 2 * PATIENCE].map(isSilent), [false, false]);
  seat.control.ask({ t: "ready", ready: true });
  assert.deepEqual([2 * PATIENCE, 3 * PATIENCE].map(isSilent), [false, true]);
});

test("the browser's word is taken at once, until something comes", () => {
  listening.offline();
  assert.deepEqual([seat.control.state.silent, isSilent(10), probes], [true, true, 1]);
  assert.equal(line(seat.control.state), "waiting");
  seat.control.serverUpdate({ t: "pong" });
  assert.equal(isSilent(20), false);
});
