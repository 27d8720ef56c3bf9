import assert from "node:assert/strict";
import { test } from "node:test";
import { bestText, isIdleAttempt, margin, ownLine, placeText } from "../../frontend/src/race/honours.js";
import { onPodium } from "../../frontend/src/race/podium.js";
import { alice, bob, race, seat } from "./race-frames.js";

/** @import { SeatState } from "../../frontend/src/net/messages.js" */

/**
 * Alice's margin over Bob.
 * @param {Partial<SeatState>} hers
 * @param {Partial<SeatState>} his
 * @param {"running" | "over"} [state]
 */
function told(hers, his, state = "over") {
  const mine = alice(hers);
  return margin(race({ state, seats: [mine, bob(his)] }), mine);
}

const WON = /** @type {const} */ ({ state: "won", time: 60_000, place: 1, progress: 52 });

test("a winner hears the margin in time as soon as the next is home", () => {
  assert.equal(told(WON, { state: "playing", progress: 40, place: 2 }, "running"), "");
  assert.equal(told(WON, { state: "won", time: 72_400, place: 2, progress: 52 }, "running"), "won by 0:12");
});

test("a narrow margin is told to the hundredth", () => {
  assert.equal(told(WON, { state: "won", time: 60_070, place: 2, progress: 52 }), "won by 0:00.07");
});

test("a winner whose rivals did not get home hears the margin in cards, at the end", () => {
  assert.equal(told(WON, { state: "ended", progress: 51, place: 2 }, "running"), "");
  assert.equal(told(WON, { state: "ended", progress: 51, place: 2 }), "won by 1 card");
  assert.equal(told(WON, { state: "ended", progress: 40, place: 2 }), "won by 12 cards");
});

test("the second hears who was ahead by how much", () => {
  const second = { ...WON, time: 75_000, place: 2 };
  assert.equal(told(second, { ...WON }, "running"), "0:15 behind Bob");
});

test("the own cards stand before what is told of the others", () => {
  const [mine, his] = [alice({ state: "ended", place: 1, moves: 3, progress: 5 }), bob({ state: "forfeit", place: 2 })];
  const line = ownLine(race({ state: "over", decided: "cards", seats: [mine, his] }), mine, "5 of 52 home");
  assert.match(line.replaceAll("\u00a0", " "), /^Place 1 of 2 · 5 of 52 home · won by/);
});

test("a tie has no margin and a shared place", () => {
  const [mine, his] = [alice(WON), bob({ ...WON })];
  const tied = race({ state: "over", seats: [mine, his] });
  assert.equal(margin(tied, mine), "");
  assert.equal(placeText(tied, mine), "Shared place 1 of 2");
  assert.equal(placeText(race({ seats: [mine, bob({ place: 2 })] }), mine), "Place 1 of 2");
});

test("a place is final once the run is won or the race is over", () => {
  const [mine, his] = [alice({ state: "ended", place: 1 }), bob({ state: "playing", place: 1 })];
  assert.equal(placeText(race({ state: "running", seats: [mine, his, bob({ seat: 2, place: 3 })] }), mine), "Shared place 1 of 3 for now");
  assert.equal(placeText(race({ state: "running", seats: [mine, bob({ place: 2 })] }), mine), "Place 1 of 2 for now");
  const [tied, level] = [alice({ state: "ended", place: 1, moves: 3 }), bob({ state: "ended", place: 1, moves: 5 })];
  assert.equal(placeText(race({ state: "over", seats: [tied, level] }), tied), "Shared place 1 of 2");
  const winner = alice(WON);
  assert.equal(placeText(race({ state: "running", seats: [winner, bob({ place: 2 })] }), winner), "Place 1 of 2");
});

test("who made no move has the place that the table says, and isn't told to have been later", () => {
  const [mine, his] = [alice({ state: "ended", place: 1, moves: 3 }), bob({ state: "ended", place: 2, moves: 0 })];
  const over = race({ state: "over", decided: "left", seats: [mine, his] });
  assert.equal(placeText(over, mine), "Place 1 of 2");
  assert.equal(placeText(over, his), "Place 2 of 2");
  assert.equal(margin(over, his), "");
});

test("until someone is ahead there is no place to tell", () => {
  const [mine, his] = [alice({ state: "ended", place: 1, moves: 0 }), bob({ state: "playing", place: 1 })];
  assert.equal(placeText(race({ state: "running", seats: [mine, his] }), mine), "0 moves");
});

test("of two with as many cards, who had them sooner is ahead", () => {
  const [first, second] = [/** @type {const} */ ({ state: "ended", progress: 9, place: 1 }), /** @type {const} */ ({ state: "ended", progress: 9, place: 2 })];
  assert.equal(told(first, second), "As many as Bob, but sooner");
  assert.equal(told(second, first), "As many as Bob, but later");
});

test("who is ahead only because the others left reads that", () => {
  const mine = alice({ state: "ended", progress: 9, place: 1 });
  const left = (/** @type {SeatState[]} */ ...others) => margin(race({ state: "over", decided: "left", seats: [mine, ...others] }), mine);
  assert.equal(left(bob({ state: "forfeit", progress: 12, place: 2 })), "Bob left the race");
  assert.equal(left(bob({ state: "no-show", place: 2 })), "Bob didn't make a move");
  assert.equal(left(bob({ state: "forfeit", place: 2 }), seat({ seat: 2, state: "no-show", place: 3 })), "the others left or made no move");
});

test("a margin is that to who stayed, however far another got before leaving", () => {
  const mine = alice({ state: "ended", progress: 5, place: 1 });
  const seats = [mine, bob({ state: "ended", progress: 3, place: 2 }), seat({ seat: 2, state: "forfeit", progress: 20, place: 3 })];
  assert.equal(margin(race({ state: "over", seats }), mine), "won by 2 cards");
});

test("a player who did not get home hears how many cards were missing, but not after leaving", () => {
  const ended = /** @type {const} */ ({ state: "ended", place: 2 });
  assert.equal(told({ ...ended, progress: 30 }, { state: "ended", place: 1, progress: 31 }), "1 card behind Bob");
  assert.equal(told({ ...ended, progress: 20 }, { state: "ended", place: 1, progress: 31 }), "11 cards behind Bob");
  assert.equal(told({ ...ended, progress: 20 }, { state: "playing", place: 1, progress: 31 }, "running"), "");
  assert.equal(told({ ...ended, progress: 40 }, { ...WON }), "12 cards behind Bob");
  assert.equal(told({ ...ended, progress: 40 }, { ...WON }, "running"), "12 cards behind Bob");
  assert.equal(told({ state: "forfeit", place: 2, progress: 40 }, { ...WON }), "");
});

test("nobody is ahead of a player alone", () => {
  const mine = seat(WON);
  assert.equal(margin(race({ state: "over", seats: [mine] }), mine), "");
});

test("a personal best is one only if it beats the last", () => {
  assert.equal(bestText(seat(WON), 72_000), "Personal best, by 0:12!");
  assert.equal(bestText(seat(WON), 60_500), "Personal best, by 0:00.50!");
  assert.equal(bestText(seat(WON), 60_000), "");
  assert.equal(bestText(seat(WON), null), "Your first win at this game!");
});

test("a run that does not count is no personal best", () => {
  assert.equal(bestText(seat({ ...WON, assisted: true }), 72_000), "");
  assert.equal(bestText(seat({ ...WON, voided: "slip" }), 72_000), "");
  assert.equal(bestText(seat({ state: "ended" }), null), "");
  assert.equal(bestText(seat(WON), undefined), "");
});

test("a first finish behind a rival is no win", () => {
  assert.equal(bestText(seat({ ...WON, place: 2 }), null), "Your first finish at this game!");
  assert.equal(bestText(seat({ ...WON, place: null }), null, true), "Your first win at this game!");
});

test("the first three of those who stayed stand on the podium, once a card is home", () => {
  const names = (/** @type {SeatState[]} */ ...seats) => onPodium(race({ seats })).map(({ name }) => name);
  assert.deepEqual(names(bob({ ...WON, place: 2 }), alice(WON)), ["Alice", "Bob"]);
  assert.deepEqual(names(alice(WON), bob({ state: "forfeit", place: 2, progress: 30 })), ["Alice"]);
  assert.deepEqual(names(alice({ state: "ended", progress: 9, place: 1 }), bob({ state: "forfeit", place: 2 })), []);
  const [far, near] = [alice({ state: "ended", progress: 2, place: 1 }), bob({ state: "ended", progress: 1, place: 2 })];
  assert.deepEqual(names(far, near), ["Alice", "Bob"]);
  const [third, last] = [2, 3].map((number) => seat({ seat: number, name: `P${number}`, state: "ended", place: number + 1 }));
  assert.deepEqual(names(far, near, third, last), ["Alice", "Bob"], "no medal without a move");
  assert.deepEqual(names(far, near, { ...third, moves: 4 }, last), ["Alice", "Bob", "P2"]);
  assert.deepEqual(names(alice({ state: "ended", place: 1 }), bob({ state: "ended", place: 1 })), []);
  assert.deepEqual(names(alice(WON)), []);
  const ties = [0, 1, 2, 3].map((number) => seat({ ...WON, seat: number, name: `P${number}` }));
  assert.equal(onPodium(race({ seats: [...ties, bob({ ...WON, seat: 4, place: 5 })] })).length, 4);
  const crowd = [0, 1, 2, 3, 4, 5].map((number) => seat({ seat: number, state: "ended", progress: 1, place: 1 }));
  assert.deepEqual(onPodium(race({ seats: crowd })), []);
});

test("cards that the deal began with are nobody's: no podium", () => {
  const seats = [alice({ state: "ended", progress: 4, place: 1 }), bob({ state: "ended", progress: 4, place: 1 })];
  const idle = race({ state: "over", start_progress: 4, seats });
  assert.deepEqual(onPodium(idle), []);
  const risen = race({ state: "over", start_progress: 3, seats });
  assert.equal(onPodium(risen).length, 2);
});

test("an attempt that ended without a move is left to the words of its trial", () => {
  const idle = alice({ state: "ended", moves: 0 });
  assert.equal(isIdleAttempt(race({ kind: "anytime", seats: [idle] }), idle), true);
  assert.equal(isIdleAttempt(race({ kind: "daily", seats: [idle] }), idle), true);
  assert.equal(isIdleAttempt(race({ kind: "casual", seats: [idle, bob()] }), idle), false);
  assert.equal(isIdleAttempt(race({ kind: "anytime" }), alice({ state: "ended", moves: 3 })), false);
  assert.equal(isIdleAttempt(race({ kind: "anytime" }), alice({ state: "playing", moves: 0 })), false);
});
