import assert from "node:assert/strict";
import { test } from "node:test";
import { bytes, sha256 } from "../../frontend/src/race/digest.js";

test("hex is read as bytes", () => {
  assert.deepEqual([...bytes("00ff10")], [0, 255, 16]);
});

test("the digest is that of the standard, FIPS 180-4", async () => {
  const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  assert.equal(await sha256(bytes("616263")), abc);
});
