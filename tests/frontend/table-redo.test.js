import assert from "node:assert/strict";
import { test } from "node:test";
import { canRedo, forget, remember, undoneBetween } from "../../frontend/src/table/redo.js";
import { assume, confirm } from "../../frontend/src/table/sync.js";
import { SMALL, table, view } from "./table-boards.js";

/** @param {Record<string, string>} piles */
const board = (piles) => view({ piles: { ...SMALL.piles, ...piles } });

const AFTER = board({ t1: "5C", t3: "9D 8D" });

/**
 * The server answers.
 * @param {ReturnType<typeof table>} state
 * @param {import("../../frontend/src/table/types.js").View} next
 * @param {string[]} done
 */
function answer(state, next, done) {
  const earlier = state.server.board;
  confirm(state, next, state.server.outstanding.length - done.length);
  remember(state, earlier, done);
}

test("two boards tell what an undo took back", () => {
  assert.equal(undoneBetween(AFTER, SMALL), "t1t3x2");
  assert.equal(undoneBetween(board({ t1: "5C 9D", fh: "7H 8D" }), SMALL), "t1f");
  assert.equal(undoneBetween(board({ t1: "5C 9D 8D 2S", t2: "9H 3S", s: "??" }), SMALL), "deal");
  assert.equal(undoneBetween(board({ s: "?? ?? ??", w: "" }), board({ s: "", w: "4S 2D 8C" })), "deal");
  assert.equal(undoneBetween(board({ t1: "5C", t2: "9H 9D", t3: "8D" }), SMALL), "");
});

test("what was undone can be redone until something else is played", () => {
  const state = table(AFTER);
  assume(state, "undo");
  assert.equal(canRedo(state), true);
  answer(state, SMALL, ["undo"]);
  assert.deepEqual(state.undone, ["t1t3x2"]);
  assume(state, "t1t2");
  forget(state);
  assert.equal(canRedo(state), false);
});

test("an undo whose answer comes after another move brings nothing back", () => {
  const state = table(AFTER);
  assume(state, "undo");
  assume(state, "t1t2");
  forget(state);
  answer(state, SMALL, ["undo"]);
  assert.deepEqual(state.undone, []);
});

test("a move and its undo in one answer are known without their boards, two older undos are not", () => {
  const state = table(SMALL);
  assume(state, "t1t2");
  assume(state, "undo");
  answer(state, SMALL, ["t1t2", "undo"]);
  assert.deepEqual(state.undone, ["t1t2"]);
  assume(state, "undo");
  assume(state, "undo");
  answer(state, AFTER, ["undo", "undo"]);
  assert.deepEqual(state.undone, []);
});

test("a move of another tab ends it", () => {
  const state = table(AFTER);
  assume(state, "undo");
  answer(state, SMALL, ["undo"]);
  answer(state, AFTER, []);
  assert.equal(canRedo(state), false);
});
