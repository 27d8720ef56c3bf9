import assert from "node:assert/strict";
import { test } from "node:test";
import { toWatch } from "../../frontend/src/race/next-round.js";

const TABLES = ["BCDFGH", "JKLMNP"].map((code) => ({ code, players: ["Alice"], open: true }));

test("without a seat, one of the tables of a later round that is on is there to watch", () => {
  const on = { ends_in: 60_000, tables: TABLES };
  assert.equal(toWatch(on, "QRSTVW"), "BCDFGH");
  assert.equal(toWatch(on, "JKLMNP"), null, "the round that is shown");
  assert.equal(toWatch({ ...on, ends_in: null }, "QRSTVW"), null, "a break");
  assert.equal(toWatch({ ...on, tables: [] }, "QRSTVW"), null);
  assert.equal(toWatch(null, "QRSTVW"), null);
});
