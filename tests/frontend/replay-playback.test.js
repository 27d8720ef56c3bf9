import assert from "node:assert/strict";
import { test } from "node:test";
import { Playback } from "../../frontend/src/replay/playback.js";

test("a replay starts paused", () => {
  const playback = new Playback(10_000);
  assert.equal(playback.at(5000), 0);
  playback.play(5000);
  assert.equal(playback.at(6500), 1500);
});

test("a replay stops at the end, then plays again from the beginning", () => {
  const playback = new Playback(10_000);
  playback.play(0);
  assert.equal(playback.isPlaying(9999), true);
  assert.equal(playback.isPlaying(10_000), false);
  assert.equal(playback.at(60_000), 10_000);
  playback.play(60_000);
  assert.equal(playback.at(60_100), 100);
});

test("a pause keeps the place", () => {
  const playback = new Playback(10_000);
  playback.play(0);
  playback.pause(3000);
  assert.equal(playback.isPlaying(3000), false);
  assert.equal(playback.at(50_000), 3000);
  playback.play(50_000);
  assert.equal(playback.at(51_000), 4000);
});

test("a change of speed changes nothing that has passed", () => {
  const playback = new Playback(100_000);
  playback.play(0);
  playback.setSpeed(16, 1000);
  assert.equal(playback.at(2000), 17_000);
  playback.changeSpeed(1, 2000);
  assert.equal(playback.speed, 16);
  playback.changeSpeed(-1, 2000);
  assert.equal(playback.speed, 8);
});

test("a seek stays within the run", () => {
  const playback = new Playback(10_000);
  playback.seek(-5, 0);
  assert.equal(playback.at(0), 0);
  playback.seek(99_000, 0);
  assert.equal(playback.at(0), 10_000);
});

test("a seek does not stop play", () => {
  const playback = new Playback(10_000);
  playback.play(0);
  playback.seek(5000, 1000);
  assert.equal(playback.at(2000), 6000);
});
