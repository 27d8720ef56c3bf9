import assert from "node:assert/strict";
import { test } from "node:test";
import { parted, shortened, writeName } from "../../frontend/src/race/names.js";

test("a short name stays whole", () => {
  assert.deepEqual(parted("Zoë"), ["Zoë", ""]);
  assert.deepEqual(parted("Fourteen chars"), ["Fourteen chars", ""]);
});

test("the end of a long name is kept apart, since two may differ there alone", () => {
  assert.deepEqual(parted("Wolfeschlegelsteinhausen-Mira"), ["Wolfeschlegelsteinhausen-", "Mira"]);
});

test("no letter is cut in two", () => {
  const family = "👨‍👩‍👧";
  assert.deepEqual(parted(`Wolfeschlegelstein${family.repeat(4)}`), ["Wolfeschlegelstein", family.repeat(4)]);
});

test("in a sentence the middle of a long name gives way", () => {
  assert.equal(shortened("Zoë", 12), "Zoë");
  assert.equal(shortened("Wolfeschlegelsteinhausenbergerdorff-Mira", 12), "Wolfesc…Mira");
});

test("a name, which may be cut, is whole when pointed at", (t) => {
  Object.assign(globalThis, { document: { createElement: () => ({ textContent: "" }) } });
  t.after(() => Reflect.deleteProperty(globalThis, "document"));
  const element = /** @type {any} */ ({ textContent: "", title: "", classList: { toggle() {} }, replaceChildren() {} });
  writeName(element, "Wolfeschlegelsteinhausen-Mira");
  assert.equal(element.title, "Wolfeschlegelsteinhausen-Mira");
  writeName(element, "Zoë");
  assert.equal(element.title, "Zoë");
});
