import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf } from "../../frontend/src/replay/keys.js";

const PLAIN = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };

test("keys of players of films and of games are known", () => {
  assert.deepEqual(commandOf({ ...PLAIN, key: " " }), { name: "toggle" });
  assert.deepEqual(commandOf({ ...PLAIN, key: "ArrowLeft" }), { name: "step", way: -1 });
  assert.deepEqual(commandOf({ ...PLAIN, key: "ArrowRight", shiftKey: true }), { name: "skip", ms: 10_000 });
  assert.deepEqual(commandOf({ ...PLAIN, key: "Home" }), { name: "first" });
});

test("a letter looks forwards, with Shift backwards", () => {
  assert.deepEqual(commandOf({ ...PLAIN, key: "d" }), { name: "mark", mark: "deal", way: 1 });
  assert.deepEqual(commandOf({ ...PLAIN, key: "D", shiftKey: true }), { name: "mark", mark: "deal", way: -1 });
});

test("the browser keeps its own keys", () => {
  assert.equal(commandOf({ ...PLAIN, key: "l", ctrlKey: true }), null);
  assert.equal(commandOf({ ...PLAIN, key: "ArrowLeft", altKey: true }), null);
  assert.equal(commandOf({ ...PLAIN, key: "Tab" }), null);
});
