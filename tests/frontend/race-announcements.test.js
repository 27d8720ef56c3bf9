import assert from "node:assert/strict";
import { test } from "node:test";
import { LOGGED_OUT } from "../../frontend/src/net/messages.js";
import { announcements } from "../../frontend/src/race/announcements.js";
import { START } from "../../frontend/src/race/state.js";
import { alice, bob, race } from "./race-frames.js";

/** @typedef {Partial<import("../../frontend/src/net/messages.js").RaceFrame>} Changes */

/**
 * What is said when the race changes so.
 * @param {Changes} before
 * @param {Changes} after
 */
const said = (before, after) =>
  announcements({ ...START, race: race(before) }, { ...START, race: race(after) });

test("an unchanged state is not announced", () => {
  assert.deepEqual(said({}, {}), []);
});

test("what a page finds when it opens is not announced", () => {
  assert.deepEqual(announcements(START, { ...START, race: race({ state: "running" }) }), []);
});

test("a log-out is announced as one, any other close as an end", () => {
  /** @type {import("../../frontend/src/race/state.js").State} */
  const closed = { ...START, connection: "closed", closeCode: 4404 };
  assert.deepEqual(announcements(START, closed), ["Disconnected."]);
  assert.deepEqual(announcements(START, { ...closed, closeCode: LOGGED_OUT }), [
    "You're logged out. Your game is saved.",
  ]);
});

test("the countdown is announced once", () => {
  assert.deepEqual(said({}, { state: "countdown", starts_in: 5000 }), ["The race starts in 5 seconds."]);
});

test("the start is announced", () => {
  assert.deepEqual(said({ state: "countdown" }, { state: "running" }), ["Go!"]);
});

test("a friend who joins is announced", () => {
  assert.deepEqual(said({ seats: [alice()] }, {}), ["Bob has joined."]);
});

test("a friend who is ready is announced", () => {
  assert.deepEqual(said({}, { seats: [alice(), bob({ ready: true })] }), ["Bob is ready."]);
});

test("a rival's finish is announced with time and place", () => {
  const won = bob({ state: "won", time: 187_428, place: 1 });
  assert.deepEqual(said({ state: "running" }, { state: "running", seats: [alice(), won] }), [
    "Bob finished in 3:07.42: place 1.",
  ]);
});

test("a rival's progress is not announced", () => {
  assert.deepEqual(said({ state: "running" }, { state: "running", seats: [alice(), bob({ progress: 9 })] }), []);
});

test("the bell set by the first finish is announced", () => {
  const changes = /** @type {const} */ ({ state: "running", bell: "finish", ends_in: 60_000 });
  assert.deepEqual(said({ state: "running", bell: "limit", ends_in: 300_000 }, changes), [
    "The race ends in 60 seconds.",
  ]);
});

test("the bell isn't announced if the first finish leaves no one who plays", () => {
  const won = alice({ state: "won", time: 34_700, place: 1 });
  const playing = { state: /** @type {const} */ ("running"), bell: /** @type {const} */ ("limit"), ends_in: 300_000 };
  const rung = { ...playing, bell: /** @type {const} */ ("finish"), ends_in: 60_000 };
  const stopped = bob({ state: "ended" });
  assert.deepEqual(said({ ...playing, seats: [alice(), stopped] }, { ...rung, seats: [won, stopped] }), [
    "You finished in 0:34.70!",
  ]);
});

test("the end of a run alone is announced once", () => {
  const won = alice({ state: "won", time: 34_700, place: 1 });
  const playing = { state: /** @type {const} */ ("running"), seats: [alice()] };
  const rung = { state: /** @type {const} */ ("running"), bell: /** @type {const} */ ("finish"), ends_in: 60_000, seats: [won] };
  const over = { state: /** @type {const} */ ("over"), seats: [won] };
  assert.deepEqual(said(playing, rung), ["You finished in 0:34.70!"]);
  assert.deepEqual(said(rung, over), []);
  assert.deepEqual(said(playing, over), ["You finished in 0:34.70!"]);
});

test("the end of a race is announced", () => {
  assert.deepEqual(said({ state: "running" }, { state: "over" }), ["The race is over."]);
});

test("the player's own finish is announced", () => {
  const won = alice({ state: "won", time: 61_050, place: 1 });
  assert.deepEqual(said({ state: "running" }, { state: "running", seats: [won, bob()] }), [
    "You finished in 1:01.05!",
  ]);
});

test("a broken connection is announced once", () => {
  const online = { ...START, connection: /** @type {const} */ ("online") };
  const waiting = { ...START, connection: /** @type {const} */ ("waiting") };
  assert.equal(announcements(online, waiting).length, 1);
  assert.deepEqual(announcements(waiting, waiting), []);
  assert.deepEqual(announcements(waiting, online), ["Back online."]);
});
