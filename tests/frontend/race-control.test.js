import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Control } from "../../frontend/src/race/control.js";
import { alice, board, bob, race } from "./race-frames.js";

/** @import { ClientFrame, RefusedFrame, ServerFrame } from "../../frontend/src/net/messages.js" */
/** @import { State } from "../../frontend/src/race/state.js" */

/** @type {Control} */
let control;
/** @type {any[]} */
let sent;
/** @type {string[]} */
let refusals;
let delayed = 0;
let unanswered = 0;
/** @type {[State, State][]} */
let changes;
/** @type {(after: State) => void} */
let react;
/** @type {(() => void)[]} */
let timers;
/** @type {number[]} */
let delays;

const running = race({ state: "running", elapsed: 0, seats: [alice({ state: "playing" }), bob({ state: "playing" })] });

beforeEach(() => {
  sent = [];
  refusals = [];
  delayed = 0;
  unanswered = 0;
  changes = [];
  react = () => {};
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
      changed: (after, before) => {
        changes.push([after, before]);
        react(after);
      },
      refused: (frame) => refusals.push(frame.code),
      delayed: () => {
        delayed += 1;
      },
      unanswered: () => {
        unanswered += 1;
      },
    },
  );
  control.connectionUpdate("online", null);
  control.serverUpdate(running);
  control.serverUpdate(board(12));
});

/**
 * @param {RefusedFrame["code"]} code
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

test("moves made for one seat are not sent for another one", () => {
  control.connectionUpdate("waiting", null);
  control.act("t1t2");
  control.connectionUpdate("online", null);
  control.serverUpdate({ ...running, you: null });
  control.serverUpdate({ ...running, you: 1 });
  control.serverUpdate(board(12, 1));
  assert.deepEqual([sent, control.outbox.pending], [[], []]);
});

test("moves wait while the seat is on its way to an account", () => {
  control.connectionUpdate("waiting", null);
  control.act("t1t2");
  control.connectionUpdate("online", null);
  control.serverUpdate({ ...running, you: null });
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

test("when the move that waited at a slow server is refused, it is dropped with those that were kept, and the next is sent", () => {
  control.act("t1t2");
  control.serverUpdate({ t: "slow" });
  control.act("t2t3");
  refuse("not-packing", 13);
  assert.deepEqual(refusals, ["not-packing"]);
  assert.deepEqual(control.outbox.pending, []);
  control.act("t4t5");
  assert.deepEqual(sent.at(-1), { t: "act", n: 13, a: "t4t5" });
});

test("a slow server that refuses a word about no action still makes moves wait", () => {
  control.act("t1t2");
  control.serverUpdate({ t: "slow" });
  refuse("not-host", null);
  control.act("t2t3");
  assert.equal(sent.length, 1);
});

test("while a board has to come first, a refused move lets no other go", () => {
  control.act("t1t2");
  refuse("too-many", null);
  refuse("not-packing", 13);
  control.act("t2t3");
  assert.equal(sent.length, 1);
  control.serverUpdate(board(12));
  assert.equal(sent.length, 1);
  timers[0]?.();
  refuse("not-packing", 14);
  assert.deepEqual(sent.at(-1), { t: "sync" });
  control.serverUpdate(board(12));
  assert.deepEqual(sent.at(-1), { t: "act", n: 13, a: "t2t3" });
});

for (const code of /** @type {const} */ (["too-many", "not-stored", "unavailable", "internal", "gap"])) {
  for (const slow of [false, true]) {
    test(`after ${code}${slow ? " from a slow server" : ""} a move is sent again, whether or not a board comes unasked`, () => {
      control.act("t1t2");
      if (slow) control.serverUpdate({ t: "slow" });
      refuse(code, code === "not-stored" || code === "gap" ? 13 : null);
      sent.length = 0;
      timers[0]?.();
      assert.deepEqual(sent, [{ t: "sync" }]);
      control.serverUpdate(board(12));
      assert.deepEqual(sent.at(-1), { t: "act", n: 13, a: "t1t2" });
    });
  }
}

for (const slow of [false, true]) {
  test(`after a move of another tab${slow ? ", at a slow server," : ""} the game goes on from the board, which is asked for if it does not come`, () => {
    control.act("t1t2");
    if (slow) control.serverUpdate({ t: "slow" });
    refuse("stale", 13);
    assert.deepEqual(refusals, ["stale"]);
    sent.length = 0;
    timers[0]?.();
    assert.deepEqual(sent, [{ t: "sync" }]);
    control.serverUpdate(board(13));
    control.act("t4t5");
    assert.deepEqual(sent.at(-1), { t: "act", n: 14, a: "t4t5" });
  });
}

test("a board that came unasked is not asked for", () => {
  control.act("t1t2");
  refuse("gap", 13);
  control.serverUpdate(board(12));
  sent.length = 0;
  timers[0]?.();
  assert.deepEqual(sent, []);
});

test("when asking for the board is refused, it is asked for again", () => {
  control.act("t1t2");
  refuse("gap", 13);
  timers[0]?.();
  refuse("unavailable", null);
  sent.length = 0;
  timers[1]?.();
  assert.deepEqual(sent, [{ t: "sync" }]);
  assert.deepEqual(delays, [1000, 2000]);
});

test("a pause that ends without a connection ends with the first board of the next one", () => {
  control.act("t1t2");
  refuse("unavailable", null);
  control.connectionUpdate("waiting", null);
  timers[0]?.();
  control.connectionUpdate("online", null);
  control.serverUpdate(board(12));
  assert.deepEqual(sent.at(-1), { t: "act", n: 13, a: "t1t2" });
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

/** @type {[ClientFrame, ServerFrame][]} what is asked for, and what answers it */
const questions = [
  [{ t: "hint" }, { t: "hint", n: 12, verdict: "unknown", move: null }],
  [{ t: "alarm", on: true }, { t: "verdict", n: 12, verdict: "winnable" }],
  [{ t: "restart" }, { t: "begun", code: "ABCDEF" }],
  [{ t: "rematch" }, race({ state: "over", next: "ABCDEF" })],
  [{ t: "ready", ready: true }, race()],
  [{ t: "start" }, race({ state: "countdown" })],
  [{ t: "leave" }, race()],
  [{ t: "end" }, race({ state: "running" })],
];

for (const [question, answer] of questions) {
  test(`${question.t} waits for its answer, and for no other`, () => {
    control.ask(question);
    assert.deepEqual(Object.keys(control.state.asked), [question.t]);
    control.serverUpdate({ t: "pong" });
    control.serverUpdate(board(12));
    assert.deepEqual(Object.keys(control.state.asked), [question.t]);
    control.serverUpdate(answer);
    assert.deepEqual(control.state.asked, {});
    assert.equal(unanswered, 0);
  });

  test(`${question.t} waits no more after any refusal, and the reason is told`, () => {
    for (const code of /** @type {const} */ (["race-over", "too-many", "unavailable", "internal", "starting", "no-deal"])) {
      control.ask(question);
      refuse(code, null);
      assert.deepEqual(control.state.asked, {});
      assert.equal(refusals.at(-1), code);
    }
  });

  test(`${question.t} waits no more when the connection breaks`, () => {
    control.ask(question);
    control.connectionUpdate("waiting", null);
    assert.deepEqual(control.state.asked, {});
  });

  test(`${question.t} waits no more after a long silence, which is told`, () => {
    control.ask(question);
    timers.at(-1)?.();
    assert.deepEqual(control.state.asked, {});
    assert.equal(unanswered, 1);
  });

  test(`the silence after one ${question.t} is not that after the next`, () => {
    control.ask(question);
    const late = timers.at(-1);
    control.serverUpdate(answer);
    control.ask(question);
    late?.();
    assert.deepEqual(Object.keys(control.state.asked), [question.t]);
    assert.equal(unanswered, 0);
  });
}

test("a refused move ends no wait", () => {
  control.ask({ t: "hint" });
  control.act("t1t2");
  refuse("not-packing", 13);
  assert.deepEqual(Object.keys(control.state.asked), ["hint"]);
});

test("what cannot be sent does not wait, and that is told", () => {
  control.surroundings.send = () => false;
  control.ask({ t: "end" });
  assert.deepEqual(control.state.asked, {});
  assert.equal(unanswered, 1);
});

test("the alarm is switched off without an answer", () => {
  control.ask({ t: "alarm", on: true });
  control.ask({ t: "alarm", on: false });
  assert.deepEqual(control.state.asked, {});
});

test("nobody waits for help when the run is over", () => {
  control.ask({ t: "hint" });
  control.ask({ t: "alarm", on: true });
  control.serverUpdate(race({ state: "running", seats: [alice({ state: "won" }), bob()] }));
  assert.deepEqual(control.state.asked, {});
});

test("what a reaction asks for is told after what it reacts to", () => {
  react = (after) => {
    if (after.verdict && !("hint" in after.asked)) control.ask({ t: "hint" });
  };
  changes = [];
  control.serverUpdate({ t: "verdict", n: 12, verdict: "winnable" });
  assert.equal(changes.length, 2);
  const [[first], [second, before]] = changes;
  assert.deepEqual(first.asked, {});
  assert.equal(before, first);
  assert.deepEqual(Object.keys(second.asked), ["hint"]);
  assert.equal(control.state, second);
});

test("after a frame that was none its moves are dropped and the board is asked for", () => {
  control.act("t1t2");
  refuse("bad-message", null);
  assert.deepEqual(control.outbox.pending, []);
  sent.length = 0;
  timers[0]?.();
  assert.deepEqual(sent, [{ t: "sync" }]);
});
