import assert from "node:assert/strict";
import { test } from "node:test";
import { learn } from "../../frontend/src/lib/counted.js";
import { addressOf, boast } from "../../frontend/src/race/boast.js";
import { alice, bob, race } from "./race-frames.js";

learn({ result: "", shared: "%(progress)s of 52 cards home", bar: "", ghost: "", nothing: "", nothing_more: "", most: "", own_most: "", sooner: "", own_sooner: "", level: "", all: "" });

const WON = alice({ state: "won", time: 187_428, place: 1, progress: 52, moves: 90 });
const TURN = "Patience with the same cards for everyone. Your turn:";
const over = (/** @type {Parameters<typeof race>[0]} */ changes) => race({ state: "over", ...changes });

test("a win gives time, place and margin, then a square for each tenth of the cards", () => {
  const second = bob({ state: "won", time: 199_428, place: 2, progress: 52 });
  assert.equal(
    boast(over({ seats: [WON, second] }), "Agnes Sorel", [400, 200, 100, 100, 100, 40, 0, 0, 30, 30]),
    [
      "🃏 Same Deal: Agnes Sorel",
      "🥇 Solved in 3:07 · Place 1 of 2 · won by 0:12",
      "🟦🟦🟨🟨🟨🟩🟩🟩🟩🟩",
      "A square is a tenth of the cards: 🟩 fast 🟨 steady 🟦 slow",
      TURN,
    ].join("\n"),
  );
});

test("once no one else may play, the link leads to the results", () => {
  const lines = boast(over({ seats: [WON] }), "Applegate, any-time race", [], true).split("\n");
  assert.equal(lines.at(-1), "Patience with the same cards for everyone. The results:");
});

test("a result without rivals gives the moves instead of a place, and mentions hints", () => {
  assert.equal(
    boast(over({ seats: [{ ...WON, assisted: true }] }), "Applegate daily, 22 November 2026"),
    `🃏 Same Deal: Applegate daily, 22 November 2026\n🏆 Solved in 3:07 · 90 moves · with hints\n${TURN}`,
  );
});

test("a run without a win gives its progress, and its squares show how far it got", () => {
  const ended = alice({ state: "ended", place: 2, progress: 38 });
  const first = bob({ state: "ended", place: 1, progress: 41 });
  assert.equal(
    boast(over({ seats: [ended, first] }), "Applegate", [100, 100, 100, 100, 100, 100, 100]),
    [
      "🃏 Same Deal: Applegate",
      "🥈 38 of 52 cards home · Place 2 of 2 · 3 cards behind Bob",
      "🟨🟨🟨🟨🟨🟨🟨⬜⬜⬜",
      "A square is a tenth of the cards: 🟨 steady ⬜ to go",
      TURN,
    ].join("\n"),
  );
});

test("a race of a match tells first how the match stands", () => {
  /** @type {(wins: [number, number], number: number) => string} */
  const shared = (wins, number) => {
    const players = wins.map((won, seat) => ({ seat, name: `${seat}`, points: won, wins: won, won: won === 2, chooses: false }));
    const state = wins.includes(2) ? "won" : "on";
    const match = { code: "BCDFGH", number, target: 2, two_ahead: false, chosen: true, state, stopped_by: null, players };
    const seats = [WON, bob({ state: "ended", place: 2 })];
    return boast(over({ seats, match: /** @type {import("../../frontend/src/net/messages.js").MatchState} */ (match) }), "Applegate").split("\n")[1];
  };
  assert.equal(shared([2, 0], 2), "Won the match 2 : 0");
  assert.equal(shared([1, 2], 3), "Lost the match 1 : 2");
  assert.equal(shared([1, 0], 1), "Race 1 of a match, score 1 : 0");
});

test("more than a few cards behind aren't shared", () => {
  const [ended, first] = [alice({ state: "ended", place: 2, progress: 9 }), bob({ state: "won", time: 1, place: 1, progress: 52 })];
  assert.match(boast(over({ seats: [ended, first] }), "Applegate"), /^🥈 9 of 52 cards home · Place 2 of 2$/m);
});

test("a run that barely began has no squares, and an abandoned one has no medal", () => {
  const left = alice({ state: "forfeit", place: 2, progress: 3 });
  const [, told, turn] = boast(over({ seats: [left, bob({ place: 1, state: "won", time: 1 })] }), "Applegate").split("\n");
  assert.equal(told, "3 of 52 cards home · Place 2 of 2");
  assert.equal(turn, TURN);
  assert.match(boast(over({ seats: [alice({ state: "ended", place: 1, moves: 2 })] }), "Applegate"), /\n0 of 52 cards home · 2 moves\n/);
});

test("who got no card home has no medal, however the others fared", () => {
  const [one, other] = [alice, bob].map((seat) => seat({ state: "ended", place: 1, progress: 1 }));
  const text = boast(over({ seats: [one, other], start_progress: 1 }), "Agnes Sorel");
  assert.match(text, /^1 of 52 cards home · Shared place 1 of 2/m);
});

test("a spectator shares the winner's time but no names", () => {
  assert.equal(
    boast(over({ you: null, seats: [WON, bob({ state: "ended", place: 2 })] }), "Applegate"),
    `🃏 Same Deal: Applegate\nI watched a race of 2 · First: 3:07\n${TURN}`,
  );
});

test("the link leads to the same deal without giving it away", () => {
  assert.equal(addressOf(race({ seats: [WON, bob()] })), "/entry/41/race");
  assert.equal(addressOf(race({ you: null })), "/race/QFXKMP/");
});
