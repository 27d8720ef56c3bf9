import assert from "node:assert/strict";
import { test } from "node:test";
import { bestText } from "../../frontend/src/lib/rounds.js";

globalThis.document ??= /** @type {any} */ ({ documentElement: { lang: "en" } });
const WORDS = { result: "%(progress)s of 52 home", nothing: "No one got a card home", nothing_more: "No one got another card home" };

/** @param {Partial<import("../../frontend/src/net/messages.js").RoundBest>} facts */
function best(facts) {
  return { entry: 1, names: ["Mo"], count: 1, time: null, progress: 0, risen: false, sooner: false, ...facts };
}

test("who won, and with what", () => {
  assert.equal(bestText(best({ time: 72_000, progress: 52, risen: true }), WORDS), "Mo won in 1:12.00");
  assert.equal(bestText(best({ progress: 9, risen: true }), WORDS), "Mo won with 9 of 52 home");
  assert.equal(bestText(best({ progress: 9, risen: true, sooner: true }), WORDS), "Mo won on time: 9 of 52 home");
});

test("a card that the deal itself puts home is nobody's", () => {
  assert.equal(bestText(best({ progress: 0 }), WORDS), "No one got a card home; Mo is first for moving one");
  assert.equal(bestText(best({ progress: 1 }), WORDS), "No one got another card home; Mo is first for moving one");
  assert.equal(bestText(best({ progress: 1, count: 2, names: ["Mo", "Jo"] }), WORDS), "No one got another card home, so all who moved one share first place");
});
