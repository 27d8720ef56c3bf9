import assert from "node:assert/strict";
import { test } from "node:test";
import { goalOf, hinted, shownHint } from "../../frontend/src/table/board.js";
import { hintSentence } from "../../frontend/src/table/hint.js";
import { assume, confirm } from "../../frontend/src/table/sync.js";
import { CELLS, SMALL, table } from "./table-boards.js";

test("a hint names the cards to take and where they go", () => {
  const state = table(SMALL);
  state.hint = { source: "t1", target: "t2", count: 2 };
  assert.deepEqual([...hinted(state, state.hint)], state.piles.get("t1")?.slice(-2).map(({ id }) => id));
  assert.equal(goalOf(state, state.hint), "t2");
});

test("it is told with the card that the move goes onto, or the empty column", () => {
  const said = (/** @type {string} */ pile) => hintSentence(table(CELLS), "8 of spades", pile);
  assert.equal(said("t2"), "8 of spades onto the 9 of hearts.");
  assert.equal(said("t3"), "8 of spades onto the empty column 3.");
  assert.equal(said("c2"), "8 of spades to a cell.");
  assert.equal(said("fs"), "8 of spades home.");
});

test("a card that goes home goes to the foundation of its suit", () => {
  const state = table(SMALL);
  state.hint = { source: "t1", target: "f", count: 1 };
  assert.equal(goalOf(state, state.hint), "fd");
});

test("a deal takes no card and points at the stock", () => {
  const state = table(SMALL);
  state.hint = { source: "s", target: "s", count: 0 };
  assert.equal(hinted(state, state.hint).size, 0);
  assert.equal(goalOf(state, state.hint), "s");
});

test("it waits while a card of another pile is in hand, picked up or dragged", () => {
  const state = table(SMALL);
  const hint = (state.hint = { source: "t1", target: "t2", count: 2 });
  assert.equal(shownHint(state), hint);
  state.hand.unit = { pile: "t1", count: 1 };
  assert.equal(shownHint(state), hint);
  state.hand.unit = { pile: "t2", count: 1 };
  assert.equal(shownHint(state), null);
  const drag = { pointer: 1, unit: { pile: "t2", count: 1 }, distance: 4, started: false, start: { x: 0, y: 0 }, at: { x: 0, y: 0 }, over: null };
  state.hand = { unit: null, exact: false, drag };
  assert.equal(shownHint(state), hint);
  state.hand.drag = { ...drag, started: true };
  assert.equal(shownHint(state), null);
});

test("any move or server board ends the hint", () => {
  const state = table(SMALL);
  for (const change of [() => assume(state, "t1t2"), () => confirm(state, SMALL, 0)]) {
    state.hint = { source: "t1", target: "t2", count: 1 };
    change();
    assert.equal(state.hint, null);
  }
});
