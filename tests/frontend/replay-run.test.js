import assert from "node:assert/strict";
import { test } from "node:test";
import { Run } from "../../frontend/src/replay/run.js";
import { DATA, alice, frame } from "./replay-runs.js";

/** A run of twelve actions, four frames a page; what was fetched, and what lets the fetches end. */
function long() {
  /** @type {number[]} */
  const asked = [];
  const network = { up: true, arrivals: 0 };
  const times = Array.from({ length: 13 }, (_, n) => 1000 * n);
  /** @param {number} page */
  const fetchPage = (page) => {
    asked.push(page);
    const frames = [0, 1, 2, 3].map((n) => frame({ text: String(4 * page + n) }));
    return network.up ? Promise.resolve(frames) : Promise.reject(new Error("away"));
  };
  const run = new Run({ ...DATA, page: 4, times, frames: DATA.frames }, fetchPage, () => (network.arrivals += 1));
  return { run, asked, network };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

test("the page of an action is fetched once, when it is wanted", async () => {
  const { run, asked, network } = long();
  assert.equal(run.last, 12);
  run.want(1);
  assert.deepEqual(asked, []);
  assert.equal(run.frame(9), null);
  run.want(9);
  run.want(9);
  assert.deepEqual(asked, [2]);
  await soon();
  assert.equal(run.frame(9)?.text, "9");
  assert.equal(network.arrivals, 1);
  run.want(9);
  assert.deepEqual(asked, [2]);
});

test("the next page is fetched before it is needed, and none after the last", async () => {
  const { run, asked } = long();
  run.want(3);
  assert.deepEqual(asked, [1]);
  await soon();
  run.want(12);
  assert.deepEqual(asked, [1, 3]);
});

test("a page that failed to load is requested again", async () => {
  const { run, asked, network } = long();
  network.up = false;
  run.want(5);
  await soon();
  assert.equal(run.frame(5), null);
  assert.equal(network.arrivals, 1);
  network.up = true;
  run.want(5);
  await soon();
  assert.equal(run.frame(5)?.text, "5");
  assert.deepEqual(asked, [1, 1]);
});

test("a board is the deal plus every change since", () => {
  const run = alice();
  assert.deepEqual(run.frame(0)?.board.piles, { t1: "AC 2C", t2: "" });
  assert.deepEqual(run.frame(2)?.board.piles, { t1: "", t2: "2C" });
  assert.deepEqual(run.frame(3)?.board.accepts, { t: "K", f: "A" });
  assert.equal(run.frame(3)?.board.outcome, "won");
});

test("the number at a time is that of the last action up to it", () => {
  const run = alice();
  const numbers = [0, 1999, 2000, 8999, 9000, 60_000].map((ms) => run.numberAt(ms));
  assert.deepEqual(numbers, [0, 0, 1, 1, 3, 3]);
});

test("marked actions are found in both directions", () => {
  const run = alice();
  assert.equal(run.marked(0, "long", 1), 1);
  assert.equal(run.marked(3, "long", -1), 1);
  assert.equal(run.marked(1, "long", 1), null);
  assert.equal(run.marked(0, "deal", 1), null);
});

test("undos and the end of a run are no moves", () => {
  const run = new Run({ ...DATA, moves: 2, times: [0, 1, 2, 3, 4], marks: { undo: [2] } }, () => Promise.reject(new Error()), () => {});
  assert.deepEqual([0, 1, 2, 3, 4].map((number) => run.movesAt(number)), [0, 1, 1, 2, 2]);
});
