import assert from "node:assert/strict";
import { test } from "node:test";
import { unitText, chooserText, goalText, isUnderWay, mayChoose, pointsText, scoreOf, scoreText, standText, titleText, unfinishedText } from "../../frontend/src/race/match.js";
import { ofMatch, scoreOfStep } from "../../frontend/src/race/podium.js";
import { START } from "../../frontend/src/race/state.js";
import { alice, bob, race } from "./race-frames.js";

/** @import { MatchState } from "../../frontend/src/net/messages.js" */

const PLAYERS = [
  { seat: 0, name: "Alice", points: 1.5, wins: 1.5, won: false, chooses: false },
  { seat: 1, name: "Bob", points: 0.5, wins: 0.5, won: false, chooses: true },
];

const THREE = [...PLAYERS, { seat: 2, name: "Mo", points: 0, wins: 0, won: false, chooses: false }];

/** @type {(changes?: Partial<MatchState>) => MatchState} */
const match = (changes) => ({ code: "BCDFGH", number: 3, target: 3, two_ahead: false, chosen: true, state: "on", stopped_by: null, players: PLAYERS, ...changes });

test("points are written as people do", () => {
  assert.deepEqual([0, 0.5, 1, 2.5].map(pointsText), ["0", "½", "1", "2½"]);
});

test("a seat has a score in a match only", () => {
  assert.equal(scoreOf(race({ match: match() }), 0), "1½");
  assert.equal(scoreOf(race({ match: match() }), 7), "");
  assert.equal(scoreOf(race(), 0), "");
});

test("the podium of a match that is won has its score, whatever this race was", () => {
  const duel = match({ state: "won", players: [{ ...PLAYERS[0], points: 1, wins: 1 }, { ...PLAYERS[1], points: 2, wins: 2, won: true }] });
  const seats = [alice({ place: 1 }), bob({ place: 2 })];
  /** @type {(of: MatchState, over: import("../../frontend/src/net/messages.js").RaceFrame) => [string, number | null, string][]} */
  const steps = (of, over) => ofMatch(of, over).map((seat) => [seat.name, seat.place, scoreOfStep(of, seat)]);
  assert.deepEqual(steps(duel, race({ seats })), [["Bob", 1, "2 : 1"], ["Alice", 2, "1 : 2"]]);
  const three = match({ state: "won", players: [...duel.players, { ...THREE[2], points: 4, wins: 1 }] });
  const mo = bob({ seat: 2, name: "Mo" });
  assert.deepEqual(steps(three, race({ seats: [...seats, mo] })), [["Bob", 1, "2 wins"], ["Mo", 2, "1 win"], ["Alice", 3, "1 win"]]);
  // Who isn't in the last race stands there too.
  const away = { ...three, players: three.players.map((player) => (player.name === "Mo" ? { ...player, seat: null } : player)) };
  assert.deepEqual(steps(away, race({ seats })), [["Bob", 1, "2 wins"], ["Mo", 2, "1 win"], ["Alice", 3, "1 win"]]);
});

test("a match says what it is played to", () => {
  /** @type {(changes?: Partial<MatchState>) => string} */
  const said = (changes) => goalText(match(changes)).replaceAll("\u00a0", " ");
  assert.equal(said(), "First to 3 wins · race 3");
  assert.equal(said({ two_ahead: true }), "First to 3 wins · by two · race 3");
  assert.equal(said({ target: null, number: 1 }), "Open series · race 1");
  assert.equal(said({ two_ahead: true, players: THREE }), "First to 3 wins · race 3");
});

test("wins are the score where they decide, and points in an open series; among more than two it says which", () => {
  const bobs = { ...PLAYERS[1], points: 3, wins: 1 };
  /** @type {(changes?: Partial<MatchState>) => string[]} */
  const said = (changes) => [scoreText(match(changes), bobs), unitText(match(changes), bobs)];
  assert.deepEqual(said({ players: THREE }), ["1", "win"]);
  assert.deepEqual(said(), ["1", ""]);
  assert.deepEqual(said({ players: THREE, target: null }), ["3", "points"]);
});

test("the race that decides a match is headed by who won the match", () => {
  const won = match({ state: "won", players: [{ ...PLAYERS[0], won: true }, PLAYERS[1]] });
  /** @type {(match: MatchState) => string} */
  const title = (match) => titleText({ ...START, race: race({ you: 0, match }) });
  assert.equal(title(won), "You win the match!");
  assert.equal(title(match()), "The race is over");
});

test("a race of a match that no one finished says that it counts", () => {
  const seats = [alice({ state: "ended", place: 1 }), bob({ state: "forfeit", place: 2 })];
  assert.equal(unfinishedText(race({ seats, match: match() })), "No one finished, but in a match the places count.");
  assert.equal(unfinishedText(race({ seats: [alice({ state: "won" }), seats[1]], match: match() })), "");
  assert.equal(unfinishedText(race({ seats })), "");
  assert.equal(unfinishedText(race({ seats: seats.map((one) => ({ ...one, place: null })), match: match() })), "So this race scores nothing.");
  const tied = [alice({ state: "ended", place: 1 }), bob({ state: "ended", place: 1 })];
  assert.equal(unfinishedText(race({ seats: tied, match: match() })), "So this race scores nothing.");
  const behind = [...tied, bob({ seat: 2, state: "forfeit", place: 3 })];
  assert.equal(unfinishedText(race({ seats: behind, match: match() })), "So this race scores nothing.");
  assert.equal(unfinishedText(race({ seats: behind, match: match({ target: null }) })), "No one finished, but in a match the places count.");
  const moved = tied.map((one) => ({ ...one, moves: 3 }));
  assert.equal(unfinishedText(race({ seats: moved, match: match() })), "No one finished, but in a match the places count.");
});

test("a match that was stopped says by whom", () => {
  /** @type {(stopped_by: string | null) => string} */
  const said = (stopped_by) => standText(race({ you: 0, seats: [alice(), bob()], match: match({ state: "stopped", stopped_by }) }));
  assert.equal(said("Alice"), "You stopped the match.");
  assert.equal(said("Bob"), "Bob stopped the match.");
  assert.equal(said(null), "The match was stopped.");
});

test("a chosen open series counts as a match from its first race, one that a rematch made from its second", () => {
  const first = match({ target: null, number: 1 });
  assert.ok(isUnderWay(first));
  assert.ok(!isUnderWay({ ...first, chosen: false }));
  assert.ok(isUnderWay({ ...first, chosen: false, number: 2 }));
});

test("a match that is over says how", () => {
  const won = match({ state: "won", players: [{ ...PLAYERS[0], won: true }, PLAYERS[1]] });
  assert.equal(standText(race({ you: 0, match: won })), "You win the match!");
  assert.equal(standText(race({ you: 1, match: won })), "Alice wins the match");
  assert.equal(standText(race({ match: match({ state: "stopped" }) })), "The match was stopped.");
  assert.equal(standText(race({ match: match({ state: "stopped" }), next: "BCDFGH" })), "The match was stopped.");
  assert.equal(standText(race({ match: match() })), "");
});

test("the last of a race may choose the next", () => {
  const seats = [alice({ place: 1 }), bob({ place: 2 })];
  assert.equal(mayChoose(race({ seats, you: 1 })), true);
  assert.equal(mayChoose(race({ seats, you: 0 })), false);
  assert.equal(mayChoose(race({ seats, you: null })), false);
  assert.equal(mayChoose(race({ seats: [alice({ place: 1 })], you: 0 })), false);
  assert.equal(mayChoose(race({ seats, you: 1, match: match() })), true);
  assert.equal(mayChoose(race({ seats, you: 1, match: match({ state: "stopped" }) })), false);
});

test("of two who are last, who comes first chooses the next game", () => {
  const seats = [alice({ place: 1 }), bob({ place: 1 })];
  assert.equal(mayChoose(race({ seats, you: 0 })), true);
  assert.equal(mayChoose(race({ seats, you: 0, next: "BCDFGH", next_by: 1 })), false);
  assert.equal(mayChoose(race({ seats, you: 1, next: "BCDFGH", next_by: 1 })), true);
  const lost = [alice({ place: 1 }), bob({ place: 2 })];
  assert.equal(mayChoose(race({ seats: lost, you: 1, next: "BCDFGH", next_by: 0 })), true, "who won only waits");
  assert.equal(mayChoose(race({ seats: lost, you: 1, next: "BCDFGH", next_by: 0, next_started: true })), false);
});

test("who may not choose the next game is told who may", () => {
  const seats = [alice({ place: 1 }), bob({ place: 2 })];
  const told = "Bob may choose the next game";
  assert.equal(chooserText(race({ seats, you: 0 })), told);
  assert.equal(chooserText(race({ seats, you: 0, match: match() })), told);
  assert.equal(chooserText(race({ seats, you: 1 })), "");
  assert.equal(chooserText(race({ seats, you: null })), "");
  assert.equal(chooserText(race({ seats: [alice({ place: 1 }), bob({ place: 1 })], you: 0 })), "");
  assert.equal(chooserText(race({ seats, you: 0, match: match({ state: "stopped" }) })), "");
});
