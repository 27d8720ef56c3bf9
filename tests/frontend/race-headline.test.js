import assert from "node:assert/strict";
import { test } from "node:test";
import { learn } from "../../frontend/src/lib/counted.js";
import { headline } from "../../frontend/src/race/headline.js";
import { START } from "../../frontend/src/race/state.js";
import { alice, bob, race, seat } from "./race-frames.js";

/** @import { Decision, SeatState } from "../../frontend/src/net/messages.js" */

learn({
  ...{ result: "", bar: "", ghost: "", shared: "%(progress)s home", nothing: "nothing", nothing_more: "nothing more", all: "All home!" },
  ...{ most: "%(name)s: %(progress)s", own_most: "mine: %(progress)s", sooner: "%(name)s: %(progress)s each, sooner", own_sooner: "mine: %(progress)s each, sooner" },
  level: "tie at %(progress)s: %(name)s",
});
globalThis.document ??= /** @type {any} */ ({ documentElement: { lang: "en" } });

const WON = /** @type {const} */ ({ state: "won", time: 60_000, place: 1, progress: 52 });
const ENDED = /** @type {const} */ ({ state: "ended", progress: 9, place: 1 });

/**
 * Returns the headline of a race for Alice, or for the given seat.
 * @param {Decision | null} decided
 * @param {SeatState[]} seats
 * @param {number | null} [you]
 */
function summed(decided, seats, you = 0) {
  return headline({ ...START, race: race({ state: "over", decided, seats, you }) });
}

test("a win is told with its time to all who look", () => {
  const seats = [alice(WON), bob({ ...WON, time: 72_000, place: 2 })];
  assert.equal(summed("time", seats), "You win in 1:00.00!");
  assert.equal(summed("time", seats, 1), "Alice wins in 1:00.00");
  assert.equal(summed("time", seats, null), "Alice wins in 1:00.00");
});

test("fewer moves in the same time are told", () => {
  const seats = [alice(WON), bob({ ...WON, place: 2 })];
  assert.equal(summed("moves", seats), "You win: same time, fewer moves");
  assert.equal(summed("moves", seats, 1), "Alice wins: same time, fewer moves");
});

test("who got furthest wins with so many cards", () => {
  const seats = [alice(ENDED), bob({ ...ENDED, progress: 4, place: 2 })];
  assert.equal(summed("cards", seats), "mine: 9");
  assert.equal(summed("cards", seats, 1), "Alice: 9");
});

test("of two with as many cards, who had them first wins on time", () => {
  const seats = [alice(ENDED), bob({ ...ENDED, place: 2 })];
  assert.equal(summed("sooner", seats), "mine: 9 each, sooner");
  assert.equal(summed("sooner", seats, 1), "Alice: 9 each, sooner");
});

test("to end a run at once is no more than to make no move", () => {
  const idle = [alice({ state: "ended", place: 1 }), bob({ state: "no-show", place: 2 })];
  assert.equal(summed("nobody", idle), "No one made a move");
  const one = [alice({ ...ENDED, moves: 9 }), bob({ state: "ended", place: 2 })];
  assert.equal(summed("left", one), "You win: Bob didn't make a move");
  assert.equal(summed("left", one, 1), "Alice wins: you didn't make a move");
});

test("who stays alone wins because the others left, with or without a card", () => {
  const left = [alice({ ...ENDED, progress: 0 }), bob({ state: "forfeit", progress: 3, place: 2 })];
  assert.equal(summed("left", left), "You win: Bob left the race");
  assert.equal(summed("left", left, 1), "Alice wins: you left the race");
  assert.equal(summed("left", left, null), "Alice wins: Bob left the race");
  const idle = [alice(ENDED), bob({ state: "no-show", place: 2 })];
  assert.equal(summed("left", idle), "You win: Bob didn't make a move");
  assert.equal(summed("left", idle, 1), "Alice wins: you didn't make a move");
  const mo = seat({ seat: 2, state: "no-show", place: 3 });
  assert.equal(summed("left", [...left, mo]), "You win: the others left or made no move");
  assert.equal(summed("left", [...left, { ...mo, state: "forfeit" }]), "You win: the others left the race");
  assert.equal(summed("left", [...idle, mo]), "You win: no one else made a move");
});

test("a shared place names all who share it, the reader first", () => {
  assert.equal(summed("shared", [bob(WON), alice(WON)]), "A tie in 1:00.00: You and Bob");
  const level = [alice({ ...ENDED, place: 3 }), bob(ENDED), seat({ ...ENDED, seat: 2, name: "Mo" })];
  assert.equal(summed("shared", level), "tie at 9: Bob and Mo");
});

test("a race without a card, or without anyone at its end, has no winner", () => {
  assert.equal(summed("nothing", [alice({ ...ENDED, progress: 0 }), bob({ ...ENDED, progress: 0 })]), "nothing");
  const dealt = { ...ENDED, progress: 1 };
  assert.equal(summed("nothing", [alice(dealt), bob(dealt)]), "nothing more");
  assert.equal(summed("nobody", [alice({ state: "forfeit", place: 1 }), bob({ state: "no-show", place: 2 })]), "Everyone left or made no move");
  assert.equal(summed("nobody", [alice({ state: "forfeit", place: 1 }), bob({ state: "forfeit", place: 2 })]), "Everyone left the race");
  assert.equal(summed("nobody", [alice({ state: "no-show", place: 1 }), bob({ state: "no-show", place: 1 })]), "No one made a move");
  assert.equal(summed(null, [alice({ state: "won", place: null, voided: "slip" })]), "The race is over");
});

test("a player alone wins against nobody", () => {
  assert.equal(summed(null, [alice(WON)]), "All home!");
  assert.equal(summed(null, [alice(WON)], null), "Alice wins in 1:00.00");
  assert.equal(summed(null, [alice(ENDED)]), "9 home");
});
