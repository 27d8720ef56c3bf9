import assert from "node:assert/strict";
import { test } from "node:test";
import { beginsLastMinute, chase, lastMinuteText, overtakings, rivalEnd } from "../../frontend/src/race/call.js";
import { START } from "../../frontend/src/race/state.js";
import { alice, bob, race, seat } from "./race-frames.js";

/**
 * What is told while Alice and Bob have these places.
 * @param {[alice: number | null, bob: number | null][]} places
 * @param {number | null} [you]
 */
function told(places, you = 0) {
  const order = overtakings();
  return places.map(([hers, his]) => {
    const seats = [alice({ state: "playing", place: hers }), bob({ state: "playing", place: his })];
    return order({ ...START, race: race({ state: "running", you, seats }) });
  });
}

test("a rival who passes the player is named, and one whom the player passes", () => {
  assert.deepEqual(told([[1, 2], [2, 1], [1, 2]]), ["", "Bob overtakes you", "You overtake Bob"]);
});

test("a tie on the way changes nothing", () => {
  assert.deepEqual(told([[1, 2], [1, 1], [2, 1]]), ["", "", "Bob overtakes you"]);
  assert.deepEqual(told([[1, 2], [1, 1], [1, 2]]), ["", "", ""]);
});

test("a rival who gives up is not overtaken", () => {
  const order = overtakings();
  const shown = (/** @type {Parameters<typeof bob>[0]} */ his, /** @type {number} */ place) =>
    order({ ...START, race: race({ state: "running", seats: [alice({ state: "playing", place }), bob(his)] }) });
  shown({ state: "playing", place: 1 }, 2);
  assert.equal(shown({ state: "forfeit", place: 2 }, 1), "");
});

test("the first lead overtakes nobody, and spectators are never overtaken", () => {
  assert.deepEqual(told([[1, 1], [2, 1]]), ["", ""]);
  assert.deepEqual(told([[1, 2], [2, 1]], null), ["", ""]);
});

/** @param {[number, number, number]} progress of Alice, Bob and Mo, in the order of their places @param {number} you @param {number[]} places */
function chased(progress, you, places = [1, 2, 3]) {
  const names = ["Alice", "Bob", "Mo"];
  const seats = names.map((name, i) => seat({ seat: i, name, state: "playing", place: places[i], progress: progress[i] }));
  return chase({ ...START, race: race({ state: "running", you, seats }) });
}

test("a player hears of the one ahead, the first of the one behind", () => {
  assert.equal(chased([9, 5, 2], 2), "3 behind Bob");
  assert.equal(chased([9, 5, 2], 1), "4 behind Alice");
  assert.equal(chased([9, 5, 2], 0), "4 ahead of Bob");
  assert.equal(chased([9, 5, 5], 2), "As many as Bob, but later");
  assert.equal(chased([9, 9, 5], 0), "As many as Bob, but sooner");
  assert.equal(chased([9, 5, 5], 2, [1, 2, 2]), "Level with Bob");
  assert.equal(chased([0, 0, 0], 0), "Level with everyone");
  assert.equal(chased([5, 5, 5], 0, [1, 1, 1]), "Level with everyone");
  // Who was sooner says nothing of a card that the deal may have put there, and yet the places differ.
  assert.equal(chased([1, 1, 0], 0), "As many as Bob");
  assert.equal(chased([1, 1, 0], 0, [1, 1, 3]), "Level with Bob");
});

test("the first learns that the race is theirs once no rival plays on", () => {
  const seats = [alice({ state: "playing", place: 1, progress: 1 }), bob({ state: "forfeit", place: 2, progress: 1 })];
  const third = seat({ seat: 2, name: "Mo", state: "forfeit", place: 3, progress: 0 });
  const running = /** @type {const} */ ({ state: "running", you: 0 });
  assert.equal(chase({ ...START, race: race({ ...running, seats }) }), "Bob has left: the race is yours");
  assert.equal(chase({ ...START, race: race({ ...running, seats: [...seats, third] }) }), "Everyone else has left: the race is yours");
  assert.equal(chase({ ...START, race: race({ ...running, kind: "event", seats }) }), "No one at this table can overtake you");
  const stopped = bob({ state: "ended", place: 2, progress: 0 });
  assert.equal(chase({ ...START, race: race({ ...running, seats: [seats[0], stopped] }) }), "No one can overtake you now");
  const ahead = [alice({ state: "playing", place: 2, progress: 1 }), bob({ state: "ended", place: 1, progress: 5 })];
  assert.equal(chase({ ...START, race: race({ ...running, seats: ahead }) }), "4 behind Bob");
  const level = [alice({ state: "playing", place: 1, progress: 5 }), bob({ state: "ended", place: 1, progress: 5 })];
  assert.equal(chase({ ...START, race: race({ ...running, seats: level }) }), "Level with Bob");
});

test("a rival's end is news only once", () => {
  const playing = [alice({ state: "playing" }), bob({ state: "playing" })];
  const before = race({ state: "running", you: 0, seats: playing });
  const after = (/** @type {"won" | "forfeit" | "ended" | "stuck"} */ end) => race({ state: "running", you: 0, seats: [playing[0], bob({ state: end })] });
  assert.equal(rivalEnd(before, after("won")), "Bob has finished");
  assert.equal(rivalEnd(before, after("forfeit")), "Bob has left");
  assert.equal(rivalEnd(before, after("ended")), "Bob has stopped");
  assert.equal(rivalEnd(before, after("stuck")), "Bob has no move left");
  assert.equal(rivalEnd(after("forfeit"), after("forfeit")), "");
  assert.equal(rivalEnd(null, after("forfeit")), "");
});

test("behind those who have finished, a place is left to take until the end", () => {
  const seats = [alice({ state: "won", place: 1, time: 9000, progress: 52 }), bob({ state: "playing", place: 2, progress: 4 })];
  const third = seat({ seat: 2, name: "Mo", state: "playing", place: 3, progress: 2 });
  const running = /** @type {const} */ ({ state: "running", you: 1 });
  assert.equal(chase({ ...START, race: race({ ...running, seats: [...seats, third] }) }), "Place 2 is still yours to take");
  // Of two, who is left gets the second place whatever comes.
  assert.equal(chase({ ...START, race: race({ ...running, seats }) }), "Alice has finished");
});

test("the last minute begins once, by the clock alone", () => {
  assert.ok(beginsLastMinute(60_050, 59_950));
  assert.ok(!beginsLastMinute(59_950, 59_850));
  assert.ok(!beginsLastMinute(null, 59_850));
  assert.ok(!beginsLastMinute(540_000, 60_000));
});

test("the last minute of a daily is that of the player's hour", () => {
  assert.equal(lastMinuteText("daily", true), "Your hour ends in one minute");
  assert.equal(lastMinuteText("casual", true), "One minute left");
  assert.equal(lastMinuteText("casual", false), "The race ends in one minute");
});
