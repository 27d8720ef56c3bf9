import assert from "node:assert/strict";
import { test } from "node:test";
import { Control } from "../../frontend/src/replay/control.js";
import { alice, bob } from "./replay-runs.js";

/** Alice and Bob on one clock; `later` lets time pass. */
function two() {
  let now = 0;
  /** @type {boolean[]} */
  const changes = [];
  const control = new Control([alice(), bob()], () => now, (told) => changes.push(told));
  const numbers = () => [control.number(0), control.number(1)];
  /** @param {number} ms */
  const later = (ms) => {
    now += ms;
  };
  return { control, numbers, later, changes };
}

test("both runs are on one clock, which lasts as long as the longer", () => {
  const { control, numbers, later } = two();
  control.toggle();
  later(5000);
  assert.deepEqual(numbers(), [1, 1]);
  later(15_000);
  assert.deepEqual(numbers(), [3, 2]);
  assert.equal(control.isPlaying, false);
});

test("actions of one instant are stepped through one by one", () => {
  const { control, numbers } = two();
  for (const number of [1, 2, 3, 3]) {
    control.step(1);
    assert.equal(control.number(0), number);
  }
  control.step(-1);
  assert.deepEqual(numbers(), [2, 1]);
  assert.equal(control.ms, 9000);
});

test("a step stops the clock", () => {
  const { control, later } = two();
  control.toggle();
  later(3000);
  control.step(1);
  later(3000);
  assert.equal(control.isPlaying, false);
  assert.equal(control.number(0), 2);
});

test("playing on from a chosen action shows what the clock shows", () => {
  const { control } = two();
  control.goTo(2);
  control.toggle();
  assert.equal(control.number(0), 3);
});

test("the other run can be stepped through as well", () => {
  const { control, numbers } = two();
  control.switchLead();
  control.step(1);
  assert.deepEqual(numbers(), [1, 1]);
  control.goTo(2, 1);
  assert.deepEqual(numbers(), [3, 2]);
});

test("jumping to a missing mark changes nothing", () => {
  const { control, changes } = two();
  assert.equal(control.goToMarked("deal", 1), false);
  assert.equal(control.goToMarked("long", 1), true);
  assert.equal(control.number(0), 1);
  assert.deepEqual(changes, [true]);
});

test("a moment is named by the chosen action, otherwise by the time", () => {
  const { control } = two();
  control.goToMoment({ number: 2 });
  assert.deepEqual(control.moment, { number: 2 });
  control.goToMoment({ ms: 4500 });
  assert.deepEqual(control.moment, { ms: 4500 });
  control.goToMoment({ number: 99 });
  assert.deepEqual(control.moment, { number: 3 });
  control.goTo(1, 1);
  assert.deepEqual(control.moment, { ms: 5000 });
});
