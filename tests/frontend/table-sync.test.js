import assert from "node:assert/strict";
import { test } from "node:test";
import { assume, confirm, retract } from "../../frontend/src/table/sync.js";
import { isKnown } from "../../frontend/src/table/board.js";
import { SMALL, faces, table } from "./table-boards.js";

const AFTER_FIRST = { ...SMALL, piles: { ...SMALL.piles, t1: "5C 9D", t2: "9H 8D" }, moves: ["t2t3x2"] };

test("a move shows at once", () => {
  const state = table(SMALL);
  assume(state, "t1t2");
  assert.equal(faces(state, "t2"), "9H 8D");
  assert.equal(isKnown(state), false);
});

test("a refusal shows the last board of the server again", () => {
  const state = table(SMALL);
  assume(state, "t1t2");
  assume(state, "t2t3x2");
  retract(state);
  assert.equal(faces(state, "t1"), "5C 9D 8D");
  assert.equal(isKnown(state), true);
});

test("a later move stays on the board that confirms an earlier one", () => {
  const state = table(SMALL);
  assume(state, "t1t2");
  assume(state, "t2t3x2");
  confirm(state, AFTER_FIRST, 1);
  assert.equal(faces(state, "t3"), "9H 8D");
  assert.deepEqual(state.outstanding, ["t2t3x2"]);
});

test("a board without anything on its way is shown as it is", () => {
  const state = table(SMALL);
  assume(state, "t1t3");
  confirm(state, AFTER_FIRST, 0);
  assert.equal(faces(state, "t3"), "");
  assert.equal(isKnown(state), true);
});

test("an undo takes a move back that is not confirmed yet", () => {
  const state = table(SMALL);
  assume(state, "t1t2");
  assume(state, "undo");
  assert.equal(faces(state, "t1"), "5C 9D 8D");
});

test("what is in hand stays there when the rest of the board changes", () => {
  const state = table(SMALL);
  state.held = { pile: "t1", count: 1 };
  confirm(state, { ...SMALL, piles: { ...SMALL.piles, t2: "9H 2S" } }, 0);
  assert.deepEqual(state.held, { pile: "t1", count: 1 });
});

test("what is no longer in its place falls out of the hand", () => {
  const state = table(SMALL);
  state.held = { pile: "t1", count: 1 };
  confirm(state, AFTER_FIRST, 0);
  assert.equal(state.held, null);
});

test("no board at all is an empty table", () => {
  const state = table(SMALL);
  confirm(state, null, 0);
  assert.equal(state.piles.size, 0);
  assert.deepEqual(state.moves, []);
});
