import assert from "node:assert/strict";
import { test } from "node:test";
import { cascade } from "../../frontend/src/table/cascade.js";

/**
 * @param {number} x
 * @param {number} y
 * @param {number} order
 */
const at = (x, y, order) => ({ x, y, order, face: "AC" });

test("cards go home rank by rank, and from the left within a rank", () => {
  const before = new Map([[1, at(0, 9, 3)], [2, at(5, 9, 2)], [3, at(9, 9, 1)], [4, at(9, 5, 0)]]);
  const after = new Map([[1, at(0, 0, 7)], [2, at(8, 0, 6)], [3, at(4, 0, 6)], [4, at(9, 5, 0)]]);
  assert.deepEqual(cascade(before, after).map(({ id }) => id), [3, 2, 1]);
});

test("a card keeps its height in the pile that it leaves", () => {
  const [flight] = cascade(new Map([[1, at(0, 9, 3)]]), new Map([[1, at(0, 0, 12)]]));
  assert.deepEqual(flight, { id: 1, from: { x: 0, y: 9 }, to: { x: 0, y: 0 }, order: 3, start: 0 });
});

test("cards set off 40 to 60 ms apart, ever faster", () => {
  const ids = Array.from({ length: 30 }, (_, i) => i);
  const before = new Map(ids.map((id) => [id, at(0, 9, 0)]));
  const after = new Map(ids.map((id) => [id, at(0, 0, id)]));
  const starts = cascade(before, after).map(({ start }) => start);
  const gaps = starts.slice(1).map((start, i) => start - starts[i]);
  assert.ok(gaps.every((gap, i) => gap >= 40 && gap <= 60 && (i === 0 || gap <= gaps[i - 1] + 1)), String(gaps));
});
