import assert from "node:assert/strict";
import { test } from "node:test";
import { Guidance, STEPS, nextStep } from "../../frontend/src/race/guidance.js";
import { START, withFrame } from "../../frontend/src/race/state.js";
import { alice, board, race } from "./race-frames.js";

const WHYS = {
  aim: "Bring all cards home.",
  home: "Foundations go up.",
  packing: "Columns go down.",
  run: "Runs move together.",
  deal: "A deal fills the columns.",
  reserve: "Reserve cards play once.",
};

/** @param {string} [takes] what an empty column takes */
const view = (takes = "*") => ({
  piles: { t1: "KC 9H 8H", t2: "?? TS AC", t3: "", t4: "TD", r1: "9D", fc: "", s: "?? ??" },
  moves: [],
  safe: [],
  accepts: { t: takes, f: "A" },
  progress: 0,
  undo: false,
  outcome: null,
});

test("the first sentence tells the aim, and the move to begin with", () => {
  const said = new Guidance(WHYS, false).move(view(), "t2f", 0);
  assert.equal(said, "Bring all cards home. Move the ace of clubs home. Drag it there, or click it and then the place.");
  assert.match(new Guidance(WHYS, true).move(view(), "t2f", 0), /home\. Tap or drag it\.$/);
  assert.match(new Guidance(WHYS, false).move(view(), "deal", 0), /stock\. Click it\.$/);
  assert.match(new Guidance(WHYS, true).move(view(), "deal", 0), /stock\. Tap it\.$/);
});

test("each kind of move comes with its rule", () => {
  for (const [move, said] of [
    ["t2f", "Move the ace of clubs home. Foundations go up."],
    ["t1t2", "Move the 8 of hearts onto the ace of clubs. Columns go down."],
    ["t1t4x2", "Move the 9 of hearts and all on it onto the 10 of diamonds. Runs move together."],
    ["r1t2", "Move the 9 of diamonds onto the ace of clubs. Reserve cards play once."],
    ["deal", "Deal from the stock. A deal fills the columns."],
    ["t4t3", "Move the 10 of diamonds onto the empty column 3. An empty column takes any card."],
  ]) {
    assert.equal(new Guidance(WHYS, false).move(view(), move, 1), said);
  }
  assert.match(new Guidance(WHYS, false).move(view("K"), "t1t3", 1), /An empty column takes only a king\.$/);
  assert.match(new Guidance(WHYS, false).move(view("8"), "t1t3", 1), /An empty column takes any 8, but no other card\.$/);
});

test("cells and the waste have words of their own", () => {
  const whys = { ...WHYS, cell: "A cell keeps a card.", waste: "Its top card plays." };
  const more = view();
  const said = (/** @type {string} */ move, s = "?? ??") =>
    new Guidance(whys, false).move({ ...more, piles: { ...more.piles, s, c1: "", w: "2C 9S" } }, move, 1);
  assert.equal(said("t1c"), "Move the 8 of hearts to a cell. A cell keeps a card.");
  assert.equal(said("wt4"), "Move the 9 of spades onto the 10 of diamonds. Its top card plays.");
  assert.equal(said("deal", ""), "Turn the waste over. A deal fills the columns.");
});

test("a rule that was told gives way to what the move is good for", () => {
  const guidance = new Guidance(WHYS, false);
  guidance.move(view(), "t1t2", 1);
  assert.equal(guidance.move(view(), "t1t4", 2), "Move the 8 of hearts onto the 10 of diamonds. That frees the 9 of hearts.");
  guidance.move(view(), "t1t2x2", 3);
  assert.match(guidance.move(view(), "t2t4x2", 4), / That turns a card over\.$/);
  assert.match(guidance.move(view(), "t4t1", 5), / That empties a column\.$/);
  guidance.move(view(), "deal", 6);
  assert.equal(guidance.move(view(), "deal", 7), "Deal from the stock.");
});

test("a game whose words are missing is guided by its moves alone", () => {
  const guidance = new Guidance({ aim: "Win." }, false);
  assert.equal(guidance.move(view(), "deal", 1), "Deal from the stock.");
  assert.equal(guidance.rule, "Play any move that fits.");
});

test("after another move the guide says so, and asks on", () => {
  assert.equal(new Guidance(WHYS, false).move(view(), "t2f", 0, true), "You played another move. Move the ace of clubs home.");
});

const online = { ...START, connection: /** @type {const} */ ("online") };
const playing = withFrame(online, race({ kind: "solo", state: "running", seats: [alice({ state: "playing" })] }));
/** @param {number} n */
const after = (n) => withFrame(playing, board(n));
/** @param {import("../../frontend/src/race/state.js").State} state @param {number} n */
const hinted = (state, n) => withFrame(state, { t: "hint", n, verdict: "winnable", move: "t1t2" });

test("the guide asks for a hint once after each action, and shows it", () => {
  assert.equal(nextStep(after(3), 2, false, 3), "ask");
  assert.equal(nextStep(after(3), 3, false, 3), "wait");
  assert.equal(nextStep({ ...after(3), asked: { hint: 1 } }, 2, false, 3), "wait");
  assert.equal(nextStep({ ...after(3), connection: "waiting" }, 2, false, 3), "wait");
  assert.equal(nextStep(hinted(after(3), 3), 3, false, 3), "show");
});

test("a hint for another board is not shown", () => {
  assert.equal(nextStep(hinted(after(3), 2), 2, false, 3), "ask");
  assert.equal(nextStep(hinted(after(3), 3), 3, true, 3), "wait");
});

test("the guide ends after its last move, and with the run", () => {
  assert.equal(nextStep(after(40), -1, false, STEPS - 1), "ask");
  assert.equal(nextStep(after(40), -1, false, STEPS), "ask");
  assert.equal(nextStep(hinted(after(40), 40), 40, false, STEPS), "finish");
  assert.equal(nextStep(online, -1, false, 3), "wait");
  assert.equal(nextStep(playing, -1, false, 3), "wait");
  const over = race({ kind: "solo", state: "over", seats: [alice({ state: "ended" })] });
  assert.equal(nextStep(withFrame(after(3), over), -1, false, 3), "end");
});

test("the last word tells of empty columns, unless a move has", () => {
  assert.equal(new Guidance(WHYS, false).rest(view()), "An empty column takes any card.");
  assert.equal(new Guidance(WHYS, false).rest(view("K")), "An empty column takes only a king.");
  assert.equal(new Guidance(WHYS, false).rest(view("")), "");
  const taught = new Guidance(WHYS, false);
  taught.move(view(), "t1t3", 1);
  assert.equal(taught.rest(view()), "");
});
