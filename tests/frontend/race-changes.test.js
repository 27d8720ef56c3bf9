import assert from "node:assert/strict";
import { test } from "node:test";
import { changes } from "../../frontend/src/race/changes.js";

/** @type {import("../../frontend/src/race/terms.js").Terms} */
const BEFORE = {
  rules: "agnes-sorel/standard",
  kind: "casual",
  countdown: 5,
  limit: 600,
  helped: false,
  bots_allowed: false,
  watchable: false,
  watching: "after",
  difficulty: "easy",
  planned: null,
  commitment: "a",
};

test("only what has changed is said, the game first", () => {
  const game = "Applegate, Standard, easy deal";
  assert.equal(changes(BEFORE, BEFORE, game), "");
  assert.equal(changes(BEFORE, { ...BEFORE, rules: "applegate/standard", commitment: "b", limit: 1200 }, game), `${game}, 20 minutes`);
  assert.equal(changes(BEFORE, { ...BEFORE, countdown: 10, limit: 60 }, game), "1 minute, countdown 10 s");
  assert.equal(changes(BEFORE, { ...BEFORE, bots_allowed: true }, game), "bots allowed");
  assert.equal(changes(BEFORE, { ...BEFORE, watchable: true }, game), "public");
  const planned = Date.UTC(2026, 10, 29, 23, 26);
  assert.match(changes(BEFORE, { ...BEFORE, planned }, game), /^starts on \w{3},? \d+ \w{3},? \d\d:26\u00a0\S+$/);
  assert.equal(changes({ ...BEFORE, planned }, BEFORE, game), "starts when everyone is ready");
  assert.equal(changes(BEFORE, { ...BEFORE, helped: true, watching: "now" }, game), "help allowed, shown live");
});
