import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { board } from "./race-frames.js";
import { RunningSeat, running } from "./race-seat.js";

/** @type {RunningSeat} */
let seat;

beforeEach(() => {
  seat = new RunningSeat();
});

test("a move is sent with the next number", () => {
  seat.control.act("t1t2");
  assert.deepEqual(seat.sent, [{ t: "act", n: 13, a: "t1t2" }]);
});

test("a player's own board confirms the moves it contains", () => {
  seat.control.act("t1t2");
  seat.control.serverUpdate(board(13));
  assert.deepEqual(seat.control.outbox.pending, []);
});

test("a rival's board confirms nothing", () => {
  seat.control.act("t1t2");
  seat.control.serverUpdate(board(99, 1));
  assert.deepEqual(seat.control.outbox.pending, ["t1t2"]);
});

test("moves made offline are sent after the first board of the next connection", () => {
  seat.control.connectionUpdate("waiting", null);
  seat.control.act("t1t2");
  seat.control.connectionUpdate("online", null);
  assert.deepEqual(seat.sent, []);
  seat.control.serverUpdate(running);
  seat.control.serverUpdate(board(12));
  assert.deepEqual(seat.sent, [{ t: "act", n: 13, a: "t1t2" }]);
});

test("moves made for one seat are never sent for another", () => {
  seat.control.connectionUpdate("waiting", null);
  seat.control.act("t1t2");
  seat.control.connectionUpdate("online", null);
  seat.control.serverUpdate({ ...running, you: null });
  seat.control.serverUpdate({ ...running, you: 1 });
  seat.control.serverUpdate(board(12, 1));
  assert.deepEqual([seat.sent, seat.control.outbox.pending], [[], []]);
});

test("moves wait while the seat moves to an account", () => {
  seat.control.connectionUpdate("waiting", null);
  seat.control.act("t1t2");
  seat.control.connectionUpdate("online", null);
  seat.control.serverUpdate({ ...running, you: null });
  seat.control.serverUpdate(running);
  seat.control.serverUpdate(board(12));
  assert.deepEqual(seat.sent, [{ t: "act", n: 13, a: "t1t2" }]);
});

test("a move that arrived before the connection broke is not sent again", () => {
  seat.control.act("t1t2");
  seat.control.connectionUpdate("waiting", null);
  seat.control.connectionUpdate("online", null);
  seat.control.serverUpdate(board(13));
  assert.equal(seat.sent.length, 1);
});

test("a refusal is shown and drops the move", () => {
  seat.control.act("t1t2");
  seat.refuse("not-packing", 13);
  assert.deepEqual(seat.refusals, ["not-packing"]);
  assert.deepEqual(seat.control.outbox.pending, []);
});

test("a move played first in another tab drops everything that waits", () => {
  seat.control.act("t1t2");
  seat.control.act("t2t3");
  seat.refuse("stale", 13);
  assert.deepEqual(seat.control.outbox.pending, []);
});

test("after a gap every waiting move from the missing one on is sent", () => {
  seat.control.act("t1t2");
  seat.control.act("t2t3");
  seat.sent.length = 0;
  seat.refuse("gap", 14);
  seat.control.serverUpdate(board(12));
  assert.deepEqual(seat.sent.map(({ n }) => n), [13, 14]);
  assert.deepEqual(seat.refusals, []);
});

test("told to slow down, it keeps the moves, waits, and asks for the board", () => {
  seat.control.act("t1t2");
  seat.sent.length = 0;
  seat.refuse("too-many", null);
  seat.refuse("too-many", null);
  seat.control.serverUpdate(board(12));
  assert.deepEqual(seat.sent, []);
  assert.equal(seat.timers.length, 1);
  seat.timers[0]?.();
  seat.control.serverUpdate(board(12));
  assert.deepEqual(seat.sent, [{ t: "sync" }, { t: "act", n: 13, a: "t1t2" }]);
});

test("while the server is slow, moves wait until it has answered one", () => {
  seat.control.act("t1t2");
  seat.control.serverUpdate({ t: "slow" });
  seat.control.act("t2t3");
  assert.equal(seat.sent.length, 1);
  seat.control.serverUpdate(board(13));
  assert.deepEqual(seat.sent.at(-1), { t: "act", n: 14, a: "t2t3" });
});

test("while the server cannot store, moves are kept and retried with back-off", () => {
  seat.control.act("t1t2");
  for (let n = 0; n < 3; n += 1) {
    seat.refuse("not-stored", 13);
    seat.timers[n]?.();
    seat.control.serverUpdate(board(12));
  }
  assert.deepEqual(seat.delays, [1000, 2000, 4000]);
  assert.deepEqual(seat.control.outbox.pending, ["t1t2"]);
  assert.deepEqual(seat.refusals, ["not-stored", "not-stored", "not-stored"]);
  assert.deepEqual(seat.sent.at(-1), { t: "act", n: 13, a: "t1t2" });
  seat.control.serverUpdate(board(13));
  seat.refuse("not-stored", 14);
  assert.equal(seat.delays.at(-1), 1000);
});

test("when a slow server refuses the waiting move, it and those behind it are dropped, and the next one is sent", () => {
  seat.control.act("t1t2");
  seat.control.serverUpdate({ t: "slow" });
  seat.control.act("t2t3");
  seat.refuse("not-packing", 13);
  assert.deepEqual(seat.refusals, ["not-packing"]);
  assert.deepEqual(seat.control.outbox.pending, []);
  seat.control.act("t4t5");
  assert.deepEqual(seat.sent.at(-1), { t: "act", n: 13, a: "t4t5" });
});

test("a slow server that refuses a frame about no action still makes moves wait", () => {
  seat.control.act("t1t2");
  seat.control.serverUpdate({ t: "slow" });
  seat.refuse("not-host", null);
  seat.control.act("t2t3");
  assert.equal(seat.sent.length, 1);
});

test("while a board is awaited, a refused move releases no other", () => {
  seat.control.act("t1t2");
  seat.refuse("too-many", null);
  seat.refuse("not-packing", 13);
  seat.control.act("t2t3");
  assert.equal(seat.sent.length, 1);
  seat.control.serverUpdate(board(12));
  assert.equal(seat.sent.length, 1);
  seat.timers[0]?.();
  seat.refuse("not-packing", 14);
  assert.deepEqual(seat.sent.at(-1), { t: "sync" });
  seat.control.serverUpdate(board(12));
  assert.deepEqual(seat.sent.at(-1), { t: "act", n: 13, a: "t2t3" });
});

for (const code of /** @type {const} */ (["too-many", "not-stored", "unavailable", "internal", "gap"])) {
  for (const slow of [false, true]) {
    test(`after ${code}${slow ? " from a slow server" : ""} a move is sent again, with or without an unasked board`, () => {
      seat.control.act("t1t2");
      if (slow) seat.control.serverUpdate({ t: "slow" });
      seat.refuse(code, code === "not-stored" || code === "gap" ? 13 : null);
      seat.sent.length = 0;
      seat.timers[0]?.();
      assert.deepEqual(seat.sent, [{ t: "sync" }]);
      seat.control.serverUpdate(board(12));
      assert.deepEqual(seat.sent.at(-1), { t: "act", n: 13, a: "t1t2" });
    });
  }
}

for (const slow of [false, true]) {
  test(`after a move of another tab${slow ? ", at a slow server," : ""} play continues from the board, which is requested if it does not come`, () => {
    seat.control.act("t1t2");
    if (slow) seat.control.serverUpdate({ t: "slow" });
    seat.refuse("stale", 13);
    assert.deepEqual(seat.refusals, ["stale"]);
    seat.sent.length = 0;
    seat.timers[0]?.();
    assert.deepEqual(seat.sent, [{ t: "sync" }]);
    seat.control.serverUpdate(board(13));
    seat.control.act("t4t5");
    assert.deepEqual(seat.sent.at(-1), { t: "act", n: 14, a: "t4t5" });
  });
}

test("a board that came unasked is not requested", () => {
  seat.control.act("t1t2");
  seat.refuse("gap", 13);
  seat.control.serverUpdate(board(12));
  seat.sent.length = 0;
  seat.timers[0]?.();
  assert.deepEqual(seat.sent, []);
});

test("a refused request for the board is repeated", () => {
  seat.control.act("t1t2");
  seat.refuse("gap", 13);
  seat.timers[0]?.();
  seat.refuse("unavailable", null);
  seat.sent.length = 0;
  seat.timers[1]?.();
  assert.deepEqual(seat.sent, [{ t: "sync" }]);
  assert.deepEqual(seat.delays, [1000, 2000]);
});

test("a pause that ends offline ends with the next connection's first board", () => {
  seat.control.act("t1t2");
  seat.refuse("unavailable", null);
  seat.control.connectionUpdate("waiting", null);
  seat.timers[0]?.();
  seat.control.connectionUpdate("online", null);
  seat.control.serverUpdate(board(12));
  assert.deepEqual(seat.sent.at(-1), { t: "act", n: 13, a: "t1t2" });
});

test("a refusal about no action keeps the moves", () => {
  seat.control.act("t1t2");
  seat.refuse("not-host", null);
  assert.deepEqual(seat.control.outbox.pending, ["t1t2"]);
  assert.deepEqual(seat.refusals, ["not-host"]);
});

test("the player is told when a busy server makes moves wait", () => {
  seat.control.act("t1t2");
  seat.control.serverUpdate({ t: "slow" });
  assert.equal(seat.delayed, 1);
  assert.deepEqual(seat.refusals, []);
});

test("frames sent too fast are reported as one delay", () => {
  seat.control.act("t1t2");
  seat.control.act("t2t3");
  seat.refuse("too-many", null);
  seat.refuse("too-many", null);
  assert.equal(seat.delayed, 1);
  assert.deepEqual(seat.refusals, []);
});

test("after an unreadable frame its moves are dropped and the board is requested", () => {
  seat.control.act("t1t2");
  seat.refuse("bad-message", null);
  assert.deepEqual(seat.control.outbox.pending, []);
  seat.sent.length = 0;
  seat.timers[0]?.();
  assert.deepEqual(seat.sent, [{ t: "sync" }]);
});

test("a collect without a card to send home is shown, and takes nothing along", () => {
  seat.control.act("collect");
  seat.control.act("t1t2");
  seat.refuse("nothing-safe", 13);
  assert.deepEqual(seat.refusals, ["nothing-safe"]);
  assert.deepEqual(seat.tried, ["collect"]);
  assert.deepEqual(seat.sent.map(({ n, a }) => `${n} ${a}`), ["13 collect", "13 t1t2"]);
});
