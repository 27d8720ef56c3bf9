import assert from "node:assert/strict";
import { test } from "node:test";
import { assume, confirm, retract } from "../../frontend/src/table/sync.js";
import { isKnown, progress } from "../../frontend/src/table/board.js";
import { SMALL, faces, table } from "./table-boards.js";

const AFTER_FIRST = { ...SMALL, piles: { ...SMALL.piles, t1: "5C 9D", t2: "9H 8D" }, moves: ["t2t3x2"] };

test("a move shows at once", () => {
  const state = table(SMALL);
  assume(state, "t1t2");
  assert.equal(faces(state, "t2"), "9H 8D");
  assert.equal(isKnown(state), false);
});

test("a card that goes home counts at once, until it is refused", () => {
  const state = table({ ...SMALL, piles: { ...SMALL.piles, t2: "9H 8H" } });
  assume(state, "t2f");
  assert.equal(progress(state), 2);
  assume(state, "t1t2");
  assert.equal(progress(state), 2);
  retract(state, 0);
  assert.equal(progress(state), 1);
});

test("a refusal shows the last board of the server again", () => {
  const state = table(SMALL);
  assume(state, "t1t2");
  assume(state, "t2t3x2");
  retract(state, 0);
  assert.equal(faces(state, "t1"), "5C 9D 8D");
  assert.equal(isKnown(state), true);
});

test("a later move stays on the board that confirms an earlier one", () => {
  const state = table(SMALL);
  assume(state, "t1t2");
  assume(state, "t2t3x2");
  confirm(state, AFTER_FIRST, 1);
  assert.equal(faces(state, "t3"), "9H 8D");
  assert.deepEqual(state.server.outstanding, ["t2t3x2"]);
});

test("a board with nothing pending is shown as it is", () => {
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
  state.hand.unit = { pile: "t1", count: 1 };
  confirm(state, { ...SMALL, piles: { ...SMALL.piles, t2: "9H 2S" } }, 0);
  assert.deepEqual(state.hand.unit, { pile: "t1", count: 1 });
});

test("cards no longer in their place leave the hand", () => {
  const state = table(SMALL);
  state.hand.unit = { pile: "t1", count: 1 };
  confirm(state, AFTER_FIRST, 0);
  assert.equal(state.hand.unit, null);
});

test("no board at all is an empty table", () => {
  const state = table(SMALL);
  confirm(state, null, 0);
  assert.equal(state.piles.size, 0);
  assert.deepEqual(state.server.moves, []);
});

test("collecting shows at once what the board calls safe, and the rest with the answer", () => {
  const state = table({ ...SMALL, safe: ["t1f"] });
  assume(state, "collect");
  assert.equal(faces(state, "fd"), "8D");
  confirm(state, { ...SMALL, piles: { ...SMALL.piles, t1: "5C", fd: "8D 9D" } }, 0);
  assert.equal(faces(state, "fd"), "8D 9D");
});

test("a card left to the server moves when the board before it comes", () => {
  const state = table(SMALL);
  assume(state, "t1t2");
  assume(state, "9D");
  assert.equal(faces(state, "t1"), "5C 9D");
  confirm(state, { ...AFTER_FIRST, moves: ["t1t3"] }, 1);
  assert.equal(faces(state, "t3"), "9D");
  assert.equal(isKnown(state), false);
});

test("a collect that is refused leaves what came behind it", () => {
  const state = table(SMALL);
  assume(state, "collect");
  assume(state, "t1t2");
  retract(state, 1);
  assert.equal(faces(state, "t2"), "9H 8D");
  assert.deepEqual(state.server.outstanding, ["t1t2"]);
});
