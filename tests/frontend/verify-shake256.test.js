import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { test } from "node:test";
import { shake256 } from "../../frontend/src/verify/shake256.js";

test("seeds of every length around a block have the stream that Node gives them", () => {
  for (const length of [0, 1, 7, 71, 134, 135, 136, 137, 272, 300]) {
    const seed = randomBytes(length);
    const stream = shake256(Uint8Array.from(seed));
    const found = Buffer.from(Array.from({ length: 500 }, () => stream.next().value)).toString("hex");
    assert.equal(found, createHash("shake256", { outputLength: 500 }).update(seed).digest("hex"), seed.toString("hex"));
  }
});
