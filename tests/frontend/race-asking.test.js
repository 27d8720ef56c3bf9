import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { alice, board, bob, race } from "./race-frames.js";
import { RunningSeat } from "./race-seat.js";

/** @import { ClientFrame, ServerFrame } from "../../frontend/src/net/messages.js" */

/** @type {RunningSeat} */
let seat;

beforeEach(() => {
  seat = new RunningSeat();
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
  test(`${question.t} waits for its own answer only`, () => {
    seat.control.ask(question);
    assert.deepEqual(Object.keys(seat.control.state.asked), [question.t]);
    seat.control.serverUpdate({ t: "pong" });
    seat.control.serverUpdate(board(12));
    assert.deepEqual(Object.keys(seat.control.state.asked), [question.t]);
    seat.control.serverUpdate(answer);
    assert.deepEqual(seat.control.state.asked, {});
    assert.equal(seat.unanswered, 0);
  });

  test(`${question.t} stops waiting after any refusal, and the reason is shown`, () => {
    for (const code of /** @type {const} */ (["race-over", "too-many", "unavailable", "internal", "starting", "no-deal"])) {
      seat.control.ask(question);
      seat.refuse(code, null);
      assert.deepEqual(seat.control.state.asked, {});
      assert.equal(seat.refusals.at(-1), code);
    }
  });

  test(`${question.t} stops waiting when the connection breaks`, () => {
    seat.control.ask(question);
    seat.control.connectionUpdate("waiting", null);
    assert.deepEqual(seat.control.state.asked, {});
  });

  test(`${question.t} stops waiting after a long silence, and the player is told`, () => {
    seat.control.ask(question);
    seat.timers.at(-1)?.();
    assert.deepEqual(seat.control.state.asked, {});
    assert.equal(seat.unanswered, 1);
  });

  test(`the timeout of one ${question.t} does not end the next`, () => {
    seat.control.ask(question);
    const late = seat.timers.at(-1);
    seat.control.serverUpdate(answer);
    seat.control.ask(question);
    late?.();
    assert.deepEqual(Object.keys(seat.control.state.asked), [question.t]);
    assert.equal(seat.unanswered, 0);
  });
}

test("a refused move ends no other wait", () => {
  seat.control.ask({ t: "hint" });
  seat.control.act("t1t2");
  seat.refuse("not-packing", 13);
  assert.deepEqual(Object.keys(seat.control.state.asked), ["hint"]);
});

test("a request that cannot be sent does not wait, and the player is told", () => {
  seat.control.surroundings.send = () => false;
  seat.control.ask({ t: "end" });
  assert.deepEqual(seat.control.state.asked, {});
  assert.equal(seat.unanswered, 1);
});

test("switching the alarm off awaits no answer", () => {
  seat.control.ask({ t: "alarm", on: true });
  seat.control.ask({ t: "alarm", on: false });
  assert.deepEqual(seat.control.state.asked, {});
});

test("requests for help end with the run", () => {
  seat.control.ask({ t: "hint" });
  seat.control.ask({ t: "alarm", on: true });
  seat.control.serverUpdate(race({ state: "running", seats: [alice({ state: "won" }), bob()] }));
  assert.deepEqual(seat.control.state.asked, {});
});

test("a request made in reaction to a change is reported after that change", () => {
  seat.react = (after) => {
    if (after.verdict && !("hint" in after.asked)) seat.control.ask({ t: "hint" });
  };
  seat.changes = [];
  seat.control.serverUpdate({ t: "verdict", n: 12, verdict: "winnable" });
  assert.equal(seat.changes.length, 2);
  const [[first], [second, before]] = seat.changes;
  assert.deepEqual(first.asked, {});
  assert.equal(before, first);
  assert.deepEqual(Object.keys(second.asked), ["hint"]);
  assert.equal(seat.control.state, second);
});
