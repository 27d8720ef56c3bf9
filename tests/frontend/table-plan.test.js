import assert from "node:assert/strict";
import { test } from "node:test";
import { lying, plan } from "../../frontend/src/table/plan.js";
import { assume, confirm } from "../../frontend/src/table/sync.js";
import { SMALL, table } from "./table-boards.js";

/** @import { HeadlessState } from "../../frontend/src/table/state.js" */

const ORIGIN = { x: 500, y: -200 };

/**
 * The plan of a change.
 * @param {HeadlessState} state
 * @param {() => void} change
 */
function planOf(state, change) {
  const before = lying(state);
  change();
  return plan(before, lying(state), ORIGIN);
}

/** @param {HeadlessState} state @param {string} face */
const idOf = (state, face) => [...state.piles.values()].flat().find((card) => card.face === face)?.id;

test("cards that stay are not animated", () => {
  const state = table(SMALL);
  assert.deepEqual(planOf(state, () => confirm(state, SMALL, 0)), []);
});

test("only the card that was played moves", () => {
  const state = table(SMALL);
  const steps = planOf(state, () => assume(state, "t1t2"));
  assert.deepEqual(steps.map(({ id, turns }) => ({ id, turns })), [{ id: idOf(state, "8D"), turns: false }]);
});

test("cards that go the same way set off together", () => {
  const state = table(SMALL);
  const steps = planOf(state, () => assume(state, "t1t3x2"));
  assert.deepEqual(steps.map(({ delay }) => delay), [0, 0]);
});

test("dealt cards turn up and set off one after another", () => {
  const state = table(SMALL);
  const steps = planOf(state, () =>
    confirm(state, { ...SMALL, piles: { ...SMALL.piles, t1: "5C 9D 8D 2S", t2: "9H 3S", t3: "4S", s: "" } }, 0),
  );
  assert.deepEqual(steps.map(({ turns }) => turns), [true, true, true]);
  assert.equal(new Set(steps.map(({ delay }) => delay)).size, 3);
});

test("however many cards move, the last one keeps more than half of the time", () => {
  const state = table(SMALL);
  const piles = Object.fromEntries(Object.keys(SMALL.piles).map((pile) => [pile, ""]));
  const steps = planOf(state, () => confirm(state, { ...SMALL, piles: { ...piles, s: "8D 9D 9H 5C 7H ?? ?? ??" } }, 0));
  assert.ok(steps.length >= 5);
  assert.ok(Math.max(...steps.map(({ delay }) => delay)) < 0.5);
});

test("a card that drops starts from where the pointer left it", () => {
  const state = table(SMALL);
  const home = lying(state).get(idOf(state, "8D") ?? -1);
  state.hand.drag = {
    pointer: 1,
    distance: 3,
    unit: { pile: "t1", count: 1 },
    start: { x: 0, y: 0 },
    at: { x: 30, y: 40 },
    started: true,
    over: null,
  };
  const [step] = planOf(state, () => {
    state.hand.drag = null;
  });
  assert.deepEqual(step.from, { x: (home?.x ?? 0) + 30, y: (home?.y ?? 0) + 40 });
  assert.deepEqual(step.to, { x: home?.x, y: home?.y });
});

test("a first board comes from the dealer's hand", () => {
  const state = table(SMALL);
  confirm(state, null, 0);
  const steps = planOf(state, () => confirm(state, SMALL, 0));
  assert.equal(steps.length, 8);
  assert.deepEqual(steps[0].from, ORIGIN);
});
