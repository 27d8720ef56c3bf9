import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { test } from "node:test";
import { bytes, sha256 } from "../../frontend/src/lib/sha256.js";

test("hex is read as bytes", () => {
  assert.deepEqual([...bytes("00ff10")], [0, 255, 16]);
});

test("the digest is that of the standard, FIPS 180-4", () => {
  const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  assert.equal(sha256(bytes("616263")), abc);
});

test("texts of every length have the digest that Node gives them", () => {
  for (let length = 0; length <= 200; length++) {
    const text = randomBytes(length);
    assert.equal(sha256(Uint8Array.from(text)), createHash("sha256").update(text).digest("hex"), text.toString("hex"));
  }
});
