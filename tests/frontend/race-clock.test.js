import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Clock } from "../../frontend/src/race/clock.js";
import { race } from "./race-frames.js";

/** @type {Clock} */
let clock;

beforeEach(() => {
  clock = new Clock();
});

test("an open race has no clock", () => {
  clock.update(race(), 1000);
  assert.equal(clock.startsIn(1000), null);
  assert.equal(clock.elapsed(1000), null);
  assert.equal(clock.endsIn(1000), null);
});

test("the countdown runs down on its own", () => {
  clock.update(race({ state: "countdown", starts_in: 5000 }), 1000);
  assert.equal(clock.startsIn(3500), 2500);
});

test("the start is 0, never less", () => {
  clock.update(race({ state: "countdown", starts_in: 5000 }), 1000);
  assert.equal(clock.startsIn(9000), 0);
  assert.equal(clock.elapsed(5999), 0);
});

test("the clock runs on without server frames", () => {
  clock.update(race({ state: "countdown", starts_in: 5000 }), 1000);
  assert.equal(clock.elapsed(6500), 500);
});

test("the frame with the shortest delay wins", () => {
  clock.update(race({ state: "running", elapsed: 1000 }), 11_400);
  clock.update(race({ state: "running", elapsed: 2000 }), 12_050);
  clock.update(race({ state: "running", elapsed: 3000 }), 13_900);
  assert.equal(clock.elapsed(20_050), 10_000);
});

for (const jump of [-3_600_000, 3_600_000]) {
  test(`a page whose clock jumps by ${jump} ms is right again after the next frame`, () => {
    clock.update(race({ state: "running", elapsed: 1000, ends_in: 599_000, bell: "limit" }), 11_000);
    clock.update(race({ state: "running", elapsed: 2000, ends_in: 598_000, bell: "limit" }), 12_000 + jump);
    assert.equal(clock.elapsed(12_500 + jump), 2500);
    assert.equal(clock.endsIn(12_500 + jump), 597_500);
  });
}

test("a stopped countdown is forgotten", () => {
  clock.update(race({ state: "countdown", starts_in: 5000 }), 1000);
  clock.update(race(), 2000);
  clock.update(race({ state: "countdown", starts_in: 5000 }), 60_000);
  assert.equal(clock.startsIn(60_000), 5000);
});

test("the bell runs down", () => {
  clock.update(race({ state: "running", elapsed: 0, ends_in: 600_000, bell: "limit" }), 0);
  assert.equal(clock.endsIn(1000), 599_000);
});

test("the first finish may bring the bell nearer", () => {
  clock.update(race({ state: "running", elapsed: 0, ends_in: 600_000, bell: "limit" }), 0);
  clock.update(race({ state: "running", elapsed: 100_000, ends_in: 60_000, bell: "finish" }), 100_000);
  assert.equal(clock.endsIn(100_000), 60_000);
});

test("the clock stops with the race", () => {
  clock.update(race({ state: "running", elapsed: 0, ends_in: 600_000, bell: "limit" }), 0);
  clock.update(race({ state: "over", elapsed: 90_000 }), 91_000);
  assert.equal(clock.elapsed(500_000), 90_000);
  assert.equal(clock.endsIn(500_000), null);
});
