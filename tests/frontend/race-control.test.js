import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Control } from "../../frontend/src/race/control.js";
import { alice, board, bob, race } from "./race-frames.js";

/** @type {Control} */
let control;
/** @type {any[]} */
let sent;
/** @type {string[]} */
let refusals;
let delayed = 0;
/** @type {(() => void)[]} */
let timers;
/** @type {number[]} */
let delays;

const running = race({ state: "running", elapsed: 0, seats: [alice({ state: "playing" }), bob({ state: "playing" })] });

beforeEach(() => {
  sent = [];
  refusals = [];
  delayed = 0;
  timers = [];
  delays = [];
  control = new Control(
    {
      send: (frame) => {
        sent.push(frame);
        return true;
      },
      now: () => 0,
      setTimer: (work, ms) => {
        delays.push(ms);
        return timers.push(work);
      },
      random: () => 1,
    },
    {
      changed: () => {},
      refused: (frame) => refusals.push(frame.code),
      delayed: () => {
        delayed += 1;
      },
    },
  );
  control.connectionUpdate("online", null);
  control.serverUpdate(running);
  control.serverUpdate(board(12));
});

/**
 * @param {string} code
 * @param {number | null} n
 */
function refuse(code, n) {
  control.serverUpdate({ t: "refused", n, code, detail: "No." });
}

test("a move is sent with the next number", () => {
  control.act("t1t2");
  assert.deepEqual(sent, [{ t: "act", n: 13, a: "t1t2" }]);
});

test("the own board confirms what it contains", () => {
  control.act("t1t2");
  control.serverUpdate(board(13));
  assert.deepEqual(control.outbox.pending, []);
});

test("a rival's board confirms nothing", () => {
  control.act("t1t2");
  control.serverUpdate(board(99, 1));
  assert.deepEqual(control.outbox.pending, ["t1t2"]);
});

test("moves made without a connection are sent after the first board of the next one", () => {
  control.connectionUpdate("waiting", null);
  control.act("t1t2");
  control.connectionUpdate("online", null);
  assert.deepEqual(sent, []);
  control.serverUpdate(running);
  control.serverUpdate(board(12));
  assert.deepEqual(sent, [{ t: "act", n: 13, a: "t1t2" }]);
});

test("a move that arrived before the break is not sent again", () => {
  control.act("t1t2");
  control.connectionUpdate("waiting", null);
  control.connectionUpdate("online", null);
  control.serverUpdate(board(13));
  assert.equal(sent.length, 1);
});

test("a refusal is shown and drops the move", () => {
  control.act("t1t2");
  refuse("not-packing", 13);
  assert.deepEqual(refusals, ["not-packing"]);
  assert.deepEqual(control.outbox.pending, []);
});

test("a move played in another tab first drops everything that waits", () => {
  control.act("t1t2");
  control.act("t2t3");
  refuse("stale", 13);
  assert.deepEqual(control.outbox.pending, []);
});

test("after a gap everything that waits is sent from the hole on", () => {
  control.act("t1t2");
  control.act("t2t3");
  sent.length = 0;
  refuse("gap", 14);
  control.serverUpdate(board(12));
  assert.deepEqual(sent.map(({ n }) => n), [13, 14]);
  assert.deepEqual(refusals, []);
});

test("when told to slow down it keeps the moves, waits, and asks where it is", () => {
  control.act("t1t2");
  sent.length = 0;
  refuse("too-many", null);
  refuse("too-many", null);
  control.serverUpdate(board(12));
  assert.deepEqual(sent, []);
  assert.equal(timers.length, 1);
  timers[0]?.();
  control.serverUpdate(board(12));
  assert.deepEqual(sent, [{ t: "sync" }, { t: "act", n: 13, a: "t1t2" }]);
});

test("while the server is slow, moves are kept until it has answered one", () => {
  control.act("t1t2");
  control.serverUpdate({ t: "slow" });
  control.act("t2t3");
  assert.equal(sent.length, 1);
  control.serverUpdate(board(13));
  assert.deepEqual(sent.at(-1), { t: "act", n: 14, a: "t2t3" });
});

test("while the server cannot store, moves are kept and sent less and less often", () => {
  control.act("t1t2");
  for (let n = 0; n < 3; n += 1) {
    refuse("not-stored", 13);
    timers[n]?.();
    control.serverUpdate(board(12));
  }
  assert.deepEqual(delays, [1000, 2000, 4000]);
  assert.deepEqual(control.outbox.pending, ["t1t2"]);
  assert.deepEqual(refusals, ["not-stored", "not-stored", "not-stored"]);
  assert.deepEqual(sent.at(-1), { t: "act", n: 13, a: "t1t2" });
  control.serverUpdate(board(13));
  refuse("not-stored", 14);
  assert.equal(delays.at(-1), 1000);
});

test("a refusal that is about no action keeps the moves", () => {
  control.act("t1t2");
  refuse("not-host", null);
  assert.deepEqual(control.outbox.pending, ["t1t2"]);
  assert.deepEqual(refusals, ["not-host"]);
});

test("the player is told when a full server makes moves wait", () => {
  control.act("t1t2");
  control.serverUpdate({ t: "slow" });
  assert.equal(delayed, 1);
  assert.deepEqual(refusals, []);
});

test("frames that come too fast are one delay, not one for each", () => {
  control.act("t1t2");
  control.act("t2t3");
  refuse("too-many", null);
  refuse("too-many", null);
  assert.equal(delayed, 1);
  assert.deepEqual(refusals, []);
});
