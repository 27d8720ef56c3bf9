import assert from "node:assert/strict";
import { test } from "node:test";
import { type } from "../../frontend/src/table/typed.js";
import { SMALL, table } from "./table-boards.js";

/** @param {boolean} hinting whether there may be a hint */
function typing(hinting = false) {
  const state = /** @type {import("../../frontend/src/table/state.js").State} */ (table(SMALL));
  /** @type {string[]} */
  const said = [];
  state.events.announce = (sentence) => said.push(sentence);
  let hints = 0;
  state.events.hint = () => {
    hints += Number(hinting);
    return hinting;
  };
  return { state, said, hints: () => hints };
}

test("an empty field is no mistake", () => {
  const { state, said } = typing();
  assert.equal(type(state, " "), true);
  assert.deepEqual(said, []);
});

test("a hint is typed as the key is pressed, where there may be one", () => {
  const allowed = typing(true);
  assert.equal(type(allowed.state, "Hint"), true);
  assert.equal(allowed.hints(), 1);
  assert.deepEqual(allowed.said, []);
  const forbidden = typing();
  assert.equal(type(forbidden.state, "hint"), false);
  assert.deepEqual(forbidden.said, ["No hint is available."]);
});

test("what is no move is named, whatever JavaScript calls it", () => {
  for (const text of ["xyz", "-", "constructor"]) {
    const { state, said } = typing();
    state.locked = false;
    assert.equal(type(state, text), false);
    assert.match(said.join(), new RegExp(`^“${text}” isn't a move`));
  }
});

test("a column that the table lacks is named, and those that it has", () => {
  const { state, said } = typing();
  state.locked = false;
  for (const text of ["t9t1", "t1 t4", "t12f"]) assert.equal(type(state, text), false);
  assert.deepEqual(said, [9, 4, 12].map((number) => `There is no column ${number}: columns are 1 to 3.`));
});
