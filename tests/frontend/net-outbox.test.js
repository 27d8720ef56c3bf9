import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Outbox } from "../../frontend/src/net/outbox.js";

/** @type {Outbox} */
let outbox;
/** @type {string[]} */
let sent;

beforeEach(() => {
  sent = [];
  outbox = new Outbox((frame) => sent.push(`${frame.n} ${frame.a}`));
  outbox.confirm(7);
  outbox.resume();
});

test("actions are numbered from the last one that is stored", () => {
  outbox.add("t1t2");
  outbox.add("deal");
  assert.deepEqual(sent, ["8 t1t2", "9 deal"]);
});

test("an action waits until it is confirmed", () => {
  outbox.add("t1t2");
  outbox.add("deal");
  outbox.confirm(8);
  assert.deepEqual(outbox.pending, ["deal"]);
});

test("without a connection actions are kept", () => {
  outbox.hold();
  outbox.add("t1t2");
  assert.deepEqual(sent, []);
  assert.deepEqual(outbox.pending, ["t1t2"]);
});

test("after a break unconfirmed actions are resent in order, with their numbers", () => {
  outbox.add("t1t2");
  outbox.add("t3f");
  outbox.hold();
  outbox.add("deal");
  sent.length = 0;
  outbox.confirm(8);
  outbox.resume();
  assert.deepEqual(sent, ["9 t3f", "10 deal"]);
});

test("a refused action drops those behind it", () => {
  outbox.add("t1t2");
  outbox.add("t3f");
  outbox.add("deal");
  outbox.reject(9);
  assert.deepEqual(outbox.pending, ["t1t2"]);
});

test("after a refusal its number is used again", () => {
  outbox.add("t1t2");
  outbox.reject(8);
  outbox.add("t3f");
  assert.deepEqual(sent, ["8 t1t2", "8 t3f"]);
});

test("moves that the server added by itself are counted", () => {
  outbox.add("t1f");
  outbox.confirm(20);
  outbox.add("deal");
  assert.deepEqual(sent, ["8 t1f", "21 deal"]);
});

test("actions numbered for an older board are dropped", () => {
  outbox.add("t1f");
  outbox.add("t2f");
  outbox.confirm(5);
  assert.deepEqual(outbox.pending, []);
});

test("nothing is resent while the connection stands", () => {
  outbox.add("t1t2");
  outbox.add("deal");
  outbox.confirm(8);
  outbox.resume();
  assert.deepEqual(sent, ["8 t1t2", "9 deal"]);
});

test("behind a collect nothing has a number before its board", () => {
  outbox.add("t1t2");
  outbox.add("collect");
  outbox.add("t3f");
  outbox.add("deal");
  assert.deepEqual(sent, ["8 t1t2", "9 collect"]);
  assert.deepEqual(outbox.pending, ["t1t2", "collect", "t3f", "deal"]);
  outbox.confirm(8);
  assert.deepEqual(sent, ["8 t1t2", "9 collect"]);
  outbox.confirm(15);
  assert.deepEqual(sent.slice(2), ["16 t3f", "17 deal"]);
});

test("after a break a collect is resent, and what came behind it waits for its board", () => {
  outbox.add("collect");
  outbox.add("t3f");
  outbox.hold();
  sent.length = 0;
  outbox.confirm(7);
  outbox.resume();
  assert.deepEqual(sent, ["8 collect"]);
  outbox.hold();
  outbox.confirm(12);
  assert.deepEqual(sent, ["8 collect"]);
  outbox.resume();
  assert.deepEqual(sent.slice(1), ["13 t3f"]);
});

test("a collect that changes nothing gives its number to the next action", () => {
  outbox.add("collect");
  outbox.add("t3f");
  assert.equal(outbox.find(8), "collect");
  outbox.skip(8);
  assert.deepEqual(sent, ["8 collect", "8 t3f"]);
  assert.equal(outbox.find(9), null);
});

test("what is refused behind a collect goes with what had no number yet", () => {
  outbox.add("t1t2");
  outbox.add("collect");
  outbox.add("t3f");
  outbox.reject(8);
  assert.deepEqual(outbox.pending, []);
});
