import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "../../frontend/src/verify/check.js";
import { parse } from "../../frontend/src/verify/document.js";
import { DocumentError } from "../../frontend/src/verify/fields.js";

const RUN = {
  name: "Alice",
  assisted: false,
  void: "",
  actions: [[1000, "t1t2"], [2000, "undo"], [3000, "end"]],
  result: { state: "ended", progress: 1, progress_at: 0, moves: 1, undos: 1, time: null },
  place: 1,
};

const SUITS = [..."CDHS"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));

/** A casual race of one, on listed cards. */
function race(changes = {}, run = {}) {
  return {
    format: "same-deal-race/1",
    code: "BCDFGH",
    kind: "casual",
    rules: "applegate/standard",
    cards: SUITS.join(" "),
    drawn: null,
    countdown: 5000,
    limit: 600_000,
    starts_at: 1_700_000_000_000,
    closed_at: 1_700_000_003_000,
    runs: [{ ...RUN, ...run }],
    ...changes,
  };
}

/** @param {object} document */
function faults(document) {
  return check(parse(JSON.stringify(document))).filter(({ verdict }) => verdict === "false").map(({ fields }) => fields);
}

/** @param {string} text */
function refusal(text) {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof DocumentError) return `${error.place}: ${error.message}`;
    throw error;
  }
  return "";
}

test("a race that adds up has no fault", () => {
  assert.deepEqual(faults(race()), []);
});

test("what is beyond checking is said", () => {
  const beyond = check(parse(JSON.stringify(race()))).filter(({ verdict }) => verdict === "unknown");
  assert.match(beyond.map(({ fields }) => fields).join(), /cards,runs\[\]\.actions\[\]\.move/);
});

for (const [what, changes, run, expected] of /** @type {[string, object, object, string[]][]} */ ([
  ["a short countdown", { countdown: 2999 }, {}, ["countdown"]],
  ["a race without a limit", { limit: null }, {}, ["limit"]],
  ["help in a ranked race", { kind: "ranked" }, { assisted: true }, ["runs[].assisted"]],
  ["two players of a daily", { kind: "daily", runs: [RUN, RUN] }, {}, ["runs"]],
  ["an undo of nothing", {}, { actions: [[1, "undo"], [2, "t1t2"], [3000, "end"]] }, ["runs[0].actions[0]"]],
  ["a time that goes backwards", {}, { actions: [[1000, "t1t2"], [999, "undo"], [3000, "end"]] }, ["runs[0].actions[1]"]],
  ["a move after the end", {}, { actions: [[1, "t1t2"], [2, "undo"], [3, "end"], [3000, "end"]] }, ["runs[0].actions[3]"]],
  ["a server that begins", {}, { actions: [[1, "t1f", "*"], [2, "undo"], [3000, "end"]] }, ["runs[0].actions[0]"]],
  ["a player who goes on after the server", {}, { actions: [[1, "t1f"], [1, "t1f", "*"], [2, "undo"], [3000, "end"]] }, ["runs[0].actions[2]", "runs[0].result.moves"]],
  ["a state that nothing shows", {}, { actions: [[1000, "t1t2"], [3000, "undo"]] }, ["runs[0].result.state"]],
  ["a bell before its time", {}, { actions: [[1000, "t1t2"], [2000, "undo"], [3000, "bell"]] }, ["runs[0].actions", "closed_at"]],
])) {
  test(`${what} is found`, () => {
    assert.deepEqual(faults(race(changes, run)), expected);
  });
}

test("3,000 actions are the most in a race", () => {
  const actions = Array.from({ length: 3001 }, (_, i) => [i, i % 2 ? "undo" : "t1t2"]);
  const result = { ...RUN.result, moves: 1501, undos: 1500 };
  assert.deepEqual(faults(race({}, { actions: [...actions, [3001, "end"]], result })).slice(0, 1), ["runs[0].actions[3000]"]);
});

for (const [text, expected] of [
  ["", ": This file isn't a race document."],
  ["[]", ": Expected an object, not []."],
  [JSON.stringify(race({ format: "same-deal-race/2" })), 'format: Expected same-deal-race/1, not "same-deal-race/2".'],
  [JSON.stringify(race({ cards: "AC AC" })), 'cards: Expected 52 different cards, not "AC AC".'],
  [JSON.stringify(race({ more: 1 })), ": There is no field “more” in this format."],
  [JSON.stringify(race({ limit: 0.5 })), "limit: Expected a whole number from 0 to 1000000000000000, not 0.5."],
  [JSON.stringify(race({ runs: [] })), "runs: Expected a list of 1 to 10, not []."],
  [JSON.stringify(race({}, { place: 11 })), "runs[0].place: Expected a whole number from 1 to 10, not 11."],
]) {
  test(`a document that can't be read is refused with its place: ${expected}`, () => {
    assert.equal(refusal(text), expected);
  });
}
