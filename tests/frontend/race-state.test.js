import assert from "node:assert/strict";
import { test } from "node:test";
import { START, byPlace, isFirstForGood, ownBoard, rivals, scene, watchNote, withFrame } from "../../frontend/src/race/state.js";
import { alice, board, bob, race } from "./race-frames.js";

/** @import { RaceFrame } from "../../frontend/src/net/messages.js" */

/** @param {Partial<RaceFrame>} changes */
const at = (changes) => withFrame(START, race(changes));

test("before the first frame the page is loading", () => {
  assert.equal(scene(START), "loading");
});

test("an open race shows its room", () => {
  assert.equal(scene(at({})), "room");
});

test("the countdown is shown to everyone", () => {
  assert.equal(scene(at({ state: "countdown", you: null })), "countdown");
});

test("a racing player sees the play scene", () => {
  assert.equal(scene(at({ state: "running", seats: [alice({ state: "playing" }), bob()] })), "play");
});

test("a viewer without a seat spectates", () => {
  assert.equal(scene(at({ state: "running", you: null })), "watch");
});

for (const state of /** @type {const} */ (["won", "stuck", "ended", "forfeit"])) {
  test(`a player whose run is ${state} is done and may watch`, () => {
    assert.equal(scene(at({ state: "running", seats: [alice({ state }), bob()] })), "done");
  });
}

test("a race that is over shows its result", () => {
  assert.equal(scene(at({ state: "over" })), "result");
});

test("a player's board is that of the player's seat", () => {
  const state = withFrame(withFrame(at({ you: 1 }), board(3, 0)), board(5, 1));
  assert.equal(ownBoard(state)?.n, 5);
});

test("a spectator has no board", () => {
  assert.equal(ownBoard(withFrame(at({ you: null }), board(3, 0))), null);
});

test("a newer board replaces the older one of its seat", () => {
  const state = withFrame(withFrame(at({}), board(3)), board(4));
  assert.equal(state.boards[0]?.n, 4);
});

test("the seat tells two of one name apart", () => {
  const { seats = [] } = at({ seats: [alice(), bob({ name: "Alice" }), bob({ seat: 2 })] }).race ?? {};
  assert.deepEqual(seats.map(({ name }) => name), ["Alice (1)", "Alice (2)", "Bob"]);
});

test("rivals are everyone else", () => {
  assert.deepEqual(rivals(at({})).map(({ name }) => name), ["Bob"]);
});

test("results are listed by place, equals by seat", () => {
  const seats = [alice({ place: 2 }), bob({ place: 1 }), bob({ seat: 2, name: "Carol", place: 1 })];
  assert.deepEqual(byPlace(race({ seats })).map(({ name }) => name), ["Bob", "Carol", "Alice"]);
});

test("the own finish is celebrated until the page has done so, also if the race is over with it", () => {
  const playing = withFrame(START, race({ state: "running", seats: [alice({ state: "playing" })] }));
  const won = withFrame(playing, race({ state: "over", seats: [alice({ state: "won" })] }));
  assert.deepEqual([scene(playing), scene(won)], ["play", "finale"]);
  assert.equal(scene(withFrame(won, race({ state: "over", seats: [alice({ state: "won" })] }))), "finale");
  assert.equal(scene({ ...won, finale: false }), "result");
});

test("neither a rival's finish nor a page that opens late is celebrated", () => {
  const seats = [alice({ state: "playing" }), bob({ state: "playing" })];
  const playing = withFrame(START, race({ state: "running", seats }));
  assert.equal(scene(withFrame(playing, race({ state: "running", seats: [seats[0], bob({ state: "won" })] }))), "play");
  assert.equal(scene(withFrame(START, race({ state: "over", seats: [alice({ state: "won" })] }))), "result");
});

test("verdicts, hints and where a practice goes on are kept beside the boards", () => {
  /** @type {import("../../frontend/src/net/messages.js").ServerFrame[]} */
  const frames = [
    { t: "verdict", n: 3, verdict: "lost" },
    { t: "hint", n: 3, verdict: "lost", move: null },
    { t: "begun", code: "QFXKMP" },
  ];
  const state = frames.reduce(withFrame, at({}));
  assert.deepEqual([state.verdict, state.hint, state.begun], [frames[0], frames[1], "QFXKMP"]);
});

/** @type {[RaceFrame["watching"], Partial<RaceFrame>, boolean, ReturnType<typeof watchNote>][]} */
const notes = [
  ["now", { you: null }, false, null],
  ["after", { you: null }, false, "after"],
  ["after", {}, false, null],
  ["delayed", { you: null }, false, "waiting"],
  ["delayed", {}, false, "waiting"],
  ["delayed", { you: null }, true, "delayed"],
];

for (const [watching, changes, any, said] of notes) {
  test(`tables that can be watched ${watching}, ${any ? "shown" : "not shown"}: ${changes.you === null ? "a spectator" : "who is done"} reads ${said}`, () => {
    const running = { state: /** @type {const} */ ("running"), seats: [alice({ state: "ended" }), bob({ state: "playing" })] };
    assert.equal(watchNote(at({ ...running, ...changes, watching }), any), said);
  });
}

test("after the race there is no note about the boards", () => {
  assert.equal(watchNote(at({ state: "over", you: null, watching: "now" }), true), null);
});

test("a player is first for good once all others are done and behind", () => {
  const first = (/** @type {Partial<RaceFrame>} */ changes, mine = {}, theirs = {}) =>
    isFirstForGood(
      at({
        state: "running",
        seats: [alice({ state: "playing", moves: 3, place: 1, ...mine }), bob({ state: "forfeit", place: 2, ...theirs })],
        ...changes,
      }),
    );
  assert.equal(first({}), true);
  assert.equal(first({}, {}, { state: "ended" }), true);
  assert.equal(first({}, {}, { state: "playing" }), false);
  // A run without a move is worth as much as none.
  assert.equal(first({}, { moves: 0 }), false);
  assert.equal(first({}, { place: 2 }, { state: "won", place: 1 }), false);
  assert.equal(first({}, {}, { state: "ended", place: 1 }), false);
  // Others race at other tables.
  assert.equal(first({ kind: "event" }), false);
  assert.equal(first({}, { state: "ended" }), false);
  assert.equal(first({ you: null }), false);
});
