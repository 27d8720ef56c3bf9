import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, momentOf } from "../../frontend/src/replay/address.js";

const HERE = "http://127.0.0.1:8000/entry/5/replay?with=7&t=3#moves";

test("an address names a moment by time or by number", () => {
  assert.deepEqual(momentOf("?t=83.5"), { ms: 83_500 });
  assert.deepEqual(momentOf("?with=7&n=41"), { number: 41 });
  assert.deepEqual(momentOf("?n=41&t=83.5"), { number: 41 });
});

test("an invalid address names no moment", () => {
  for (const query of ["", "?t=", "?t=-3", "?t=1e9", "?n=4.5", "?n=soon"]) {
    assert.equal(momentOf(query), null, query);
  }
});

test("the address of a moment keeps the run beside it", () => {
  assert.equal(addressOf(HERE, { number: 41 }), "http://127.0.0.1:8000/entry/5/replay?with=7&n=41");
  assert.equal(addressOf(HERE, { ms: 83_456 }), "http://127.0.0.1:8000/entry/5/replay?with=7&t=83.5");
});

test("an address round-trips to its moment", () => {
  const { search } = new URL(addressOf(HERE, { ms: 1200 }));
  assert.deepEqual(momentOf(search), { ms: 1200 });
});
