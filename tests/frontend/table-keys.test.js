import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf } from "../../frontend/src/table/keys.js";

/**
 * @param {string} key
 * @param {Partial<import("../../frontend/src/table/keys.js").Key>} [parts]
 */
const press = (key, parts) =>
  commandOf({ key, code: "", shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...parts });

test("letters are commands, small or large", () => {
  for (const [key, name] of [["d", "deal"], ["c", "collect"], ["r", "reserve"], ["a", "cell"], ["f", "foundation"], ["w", "why"], ["n", "news"], ["t", "type"]]) {
    assert.equal(press(key)?.name, name);
    assert.equal(press(key.toUpperCase(), { shiftKey: true })?.name, name);
  }
});

test("digits are columns", () => {
  assert.deepEqual(press("1", { code: "Digit1" }), { name: "pile", pile: "t1" });
  assert.deepEqual(press("8", { code: "Numpad8" }), { name: "pile", pile: "t8" });
  assert.equal(press("9", { code: "Digit9" }), null);
});

test("digits with Shift are reserve piles or cells, whatever sign the keyboard makes of it", () => {
  assert.deepEqual(press("#", { code: "Digit3", shiftKey: true }), { name: "aside", number: "3" });
  assert.deepEqual(press("§", { code: "Digit3", shiftKey: true }), { name: "aside", number: "3" });
});

test("a question mark opens the list, even though it needs Shift", () => {
  assert.equal(press("?", { code: "Slash", shiftKey: true })?.name, "help");
});

test("the browser keeps its own shortcuts, undo and redo excepted", () => {
  assert.equal(press("c", { ctrlKey: true }), null);
  assert.equal(press("d", { metaKey: true }), null);
  assert.equal(press("ArrowLeft", { altKey: true }), null);
  for (const [key, parts, name] of /** @type {const} */ ([
    ["z", {}, "undo"],
    ["z", { ctrlKey: true }, "undo"],
    ["Z", { shiftKey: true }, "redo"],
    ["Z", { metaKey: true, shiftKey: true }, "redo"],
    ["y", { ctrlKey: true }, "redo"],
  ])) assert.equal(press(key, parts)?.name, name);
});

test("Space, Enter and Tab are left to the browser", () => {
  for (const key of [" ", "Enter", "Tab"]) assert.equal(press(key), null);
});
