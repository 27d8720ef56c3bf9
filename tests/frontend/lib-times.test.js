import assert from "node:assert/strict";
import { test } from "node:test";
import { clockText, dateText, hourText, isLastMinute, remainingText, resultText } from "../../frontend/src/lib/times.js";

test("a clock shows minutes and seconds", () => {
  assert.equal(clockText(0), "0:00");
  assert.equal(clockText(187_999), "3:07");
});

test("a clock shows hours when there are any", () => {
  assert.equal(clockText(3_765_000), "1:02:45");
});

test("what is left reaches zero only at the end", () => {
  assert.equal(remainingText(1), "0:01");
  assert.equal(remainingText(0), "0:00");
});

test("a result is cut to the hundredth, as places are", () => {
  assert.equal(resultText(187_429), "3:07.42");
  assert.equal(resultText(60_000), "1:00.00");
});

test("a result has the decimal mark of the page's language", () => {
  const before = globalThis.document;
  globalThis.document = /** @type {any} */ ({ documentElement: { lang: "de" } });
  assert.equal(resultText(187_429), "3:07,42");
  globalThis.document = before;
});

test("a time of day is written on a clock of 24 hours", () => {
  const before = globalThis.document;
  const afternoon = new Date(2026, 10, 23, 15, 20).getTime();
  assert.equal(hourText(afternoon), "15:20");
  globalThis.document = /** @type {any} */ ({ documentElement: { lang: "de" } });
  assert.equal(hourText(afternoon), "15:20");
  globalThis.document = before;
});

test("what is ahead is written with its day of the week and the time zone", () => {
  const afternoon = new Date(2026, 10, 27, 15, 20).getTime();
  assert.match(dateText(afternoon), /^Fri,? 27 Nov, 15:20\u00a0\S+$/);
});

test("the last minute begins with 1:00, and no clock has none", () => {
  assert.equal(isLastMinute(60_001), false);
  assert.equal(isLastMinute(60_000), true);
  assert.equal(isLastMinute(null), false);
});
