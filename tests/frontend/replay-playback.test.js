import assert from "node:assert/strict";
import { test } from "node:test";
import { Playback } from "../../frontend/src/replay/playback.js";

test("a replay starts paused", () => {
  const playback = new Playback(10_000);
  assert.equal(playback.at(5000), 0);
  playback.play(5000);
  assert.equal(playback.at(6500), 1500);
});

test("a long replay starts at a speed at which it lasts a minute or two", () => {
  const speeds = [59_000, 119_000, 120_000, 240_000, 3_600_000].map((length) => new Playback(length).speed);
  assert.deepEqual(speeds, [1, 1, 2, 4, 16]);
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

test("a long pause is hurried through, and a short one is left as it was", () => {
  const playback = new Playback(20_000, [0, 1000, 2000, 14_000, 15_000]);
  playback.play(0);
  assert.deepEqual([1000, 2000, 3500, 5000, 6000].map((now) => playback.at(now)), [1000, 2000, 8000, 14_000, 15_000]);
  assert.deepEqual([1500, 3500, 5500].map((now) => playback.isHurrying(now)), [false, true, false]);
  assert.equal(playback.hasPauses, true);
});

test("the first move comes after a second, unless pauses are left as they were", () => {
  const playback = new Playback(60_000, [0, 20_000, 21_000]);
  playback.play(0);
  assert.deepEqual([500, 1000, 2000].map((now) => playback.at(now)), [10_000, 20_000, 21_000]);
  assert.deepEqual([500, 1500].map((now) => playback.isHurrying(now)), [true, false]);
  playback.seek(0, 3000);
  playback.shorten(false, 3000);
  assert.equal(playback.at(5000), 2000);
});

test("a pause that is left as it was takes its time", () => {
  const playback = new Playback(20_000, [0, 1000, 2000, 14_000, 15_000]);
  playback.play(0);
  playback.shorten(false, 2000);
  assert.equal(playback.at(3500), 3500);
  assert.equal(playback.isHurrying(3500), false);
  playback.shorten(true, 3500);
  assert.equal(playback.at(5000), 9500);
});

test("at a higher speed fewer pauses are long", () => {
  const playback = new Playback(20_000, [0, 2000, 12_000]);
  playback.setSpeed(4, 0);
  playback.play(0);
  assert.equal(playback.isHurrying(1000), false);
  assert.equal(playback.at(1000), 4000);
});

test("the speed it starts with counts what is watched, not what was waited", () => {
  const thinking = Array.from({ length: 12 }, (_, number) => 20_000 * number);
  assert.equal(new Playback(240_000, thinking).speed, 1);
  assert.equal(new Playback(3600_000, [0, 3_599_000]).hasPauses, true);
  assert.equal(new Playback(3000, [0, 1000, 2000]).hasPauses, false);
});
