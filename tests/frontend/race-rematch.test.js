import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptText, callText, comingText, nextText, rematchText } from "../../frontend/src/race/rematch.js";
import { START, withFrame } from "../../frontend/src/race/state.js";
import { alice, bob, race } from "./race-frames.js";

/** @import { SeatState } from "../../frontend/src/net/messages.js" */

globalThis.document ??= /** @type {any} */ ({ documentElement: { lang: "en" } });

/** @type {[string, SeatState[], string][]} */
const cases = [
  ["among others", [alice({ state: "won" }), bob({ state: "ended" })], "Rematch"],
  ["alone", [alice({ state: "won" })], "New deal, same game"],
  ["when the others have left", [alice({ state: "won" }), bob({ state: "forfeit" })], "Rematch"],
  ["to who has left", [alice({ state: "forfeit" }), bob({ state: "ended" })], "Rematch"],
  ["when nobody else came", [alice({ state: "won" }), bob({ state: "no-show" })], "New deal, same game"],
];

for (const [when, seats, said] of cases) {
  test(`the button after a race says what it does ${when}`, () => {
    assert.equal(rematchText(withFrame(START, race({ state: "over", seats }))), said);
  });
}

test("a rematch is offered by name, and without one if its host is gone", () => {
  const seats = [alice(), bob()];
  assert.equal(callText(race({ seats, next: "BCDFGH", next_by: 1 })), "Bob wants a rematch");
  assert.equal(callText(race({ seats, next: "BCDFGH", next_by: 1, next_game: "Klondike" })), "Bob wants a rematch at Klondike");
  assert.equal(callText(race({ seats, next: "BCDFGH" })), "Rematch! Same players, new deal.");
});

test("watchers are told of the next race as soon as someone asks for it, until it starts", () => {
  const coming = race({ seats: [alice(), bob()], you: null, next: null, next_by: 1, next_in: [1] });
  assert.equal(comingText({ ...coming, next_by: null, next_in: [] }), "");
  assert.equal(comingText(coming), "A rematch is being prepared. Stay here to watch it.");
  /** @type {import("../../frontend/src/net/messages.js").MatchState} */
  const match = { code: "BCDFGH", number: 1, target: 2, two_ahead: false, chosen: true, state: "on", stopped_by: null, players: [] };
  assert.equal(comingText({ ...coming, match }), "Race 2 is being prepared. Stay here to watch it.");
  assert.equal(comingText({ ...coming, next: "BCDFGH", next_started: true, match }), "");
  const players = [{ seat: 0, name: "Alice", points: 2, wins: 2, won: true, chooses: false }];
  assert.equal(comingText({ ...coming, match: { ...match, players } }), "The next match is being prepared. Stay here to watch it.");
});

test("the way on from a race of a match names what is there, over or not", () => {
  const players = [{ seat: 0, name: "Alice", points: 2, wins: 2, won: false, chooses: false }];
  /** @type {import("../../frontend/src/net/messages.js").MatchState} */
  const match = { code: "BCDFGH", number: 2, target: 3, two_ahead: false, chosen: true, state: "won", stopped_by: null, players };
  assert.equal(nextText(match), "Go to race 3");
  const decided = { ...match, players: [{ ...players[0], won: true }] };
  assert.equal(nextText(decided), "Go to the next match");
  assert.equal(acceptText({ match }), "Join race 3");
  assert.equal(acceptText({ match: decided }), "Join the next match");
  assert.equal(acceptText({ match: { ...match, number: 1, target: null, chosen: false } }), "I'm in");
  const called = race({ seats: [alice(), bob()], next: "BCDFGH", next_by: 1, match });
  assert.equal(callText(called), "Bob is in for race 3");
  assert.equal(callText({ ...called, match: decided }), "Bob wants another match");
  assert.equal(callText({ ...called, next_game: "Klondike" }), "Bob is in for race 3: Klondike");
  assert.equal(callText({ ...called, match: decided, next_game: "Klondike" }), "Bob wants another match at Klondike");
  const both = { ...called, seats: [alice(), bob(), { ...bob(), seat: 2, name: "Mo" }], next_in: [1, 2], you: 0 };
  assert.equal(callText(both), "Bob and Mo are in for race 3");
  assert.equal(callText({ ...both, match: decided }), "Bob and Mo want another match");
  assert.equal(callText({ ...both, match: null }), "Bob and Mo want a rematch");
  assert.equal(callText({ ...both, you: 2 }), "Bob is in for race 3");
  const lost = { ...match, state: /** @type {const} */ ("on"), players: players.map((player) => ({ ...player, chooses: player.seat === 0 })) };
  assert.equal(callText({ ...both, match: lost }), "Bob and Mo are in for race 3: the same game, unless you choose another");
  assert.equal(callText({ ...called, you: 0, match: lost }), "Bob is in for race 3: the same game, unless you choose another");
});
