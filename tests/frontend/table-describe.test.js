import assert from "node:assert/strict";
import { test } from "node:test";
import { cardName, describePile, moveSentence, outcomes, pileName, revealed, summary, turnedOver, undoSentence, unitName } from "../../frontend/src/table/describe.js";
import { headless } from "../../frontend/src/table/state.js";
import { assume, confirm } from "../../frontend/src/table/sync.js";
import { CELLS, SMALL, WASTE, table, view } from "./table-boards.js";

test("cards have names", () => {
  assert.equal(cardName("QH"), "queen of hearts");
  assert.equal(cardName("TS"), "10 of spades");
  assert.equal(cardName("??"), "face-down card");
});

test("piles have names", () => {
  assert.deepEqual(
    ["t3", "r1", "h2", "s", "fd", "c4", "w"].map((pile) => pileName(pile)),
    ["Column 3", "Reserve 1", "Hand 2", "Stock", "Foundation of diamonds", "Cell 4", "Waste"],
  );
});

test("a column is read from its playable end", () => {
  assert.equal(
    describePile(table(SMALL), "t1", false),
    "Column 1: 3 cards, 8 of diamonds, 9 of diamonds, 5 of clubs",
  );
});

test("hidden cards are counted, not named", () => {
  const state = table(view({ piles: { t1: "?? ?? KH" } }), "applegate");
  assert.equal(describePile(state, "t1", false), "Column 1: 3 cards, king of hearts, 2 face down");
});

test("a foundation tells its last card", () => {
  assert.equal(describePile(table(SMALL), "fh", false), "Foundation of hearts: 7 of hearts, 1 card");
});

test("an empty place tells what it takes", () => {
  const state = table(SMALL);
  assert.equal(describePile(state, "t3", false), "Column 3: empty, takes any 6");
  assert.equal(describePile(state, "fc", false), "Foundation of clubs: empty, takes the 7 of clubs");
  confirm(state, { ...SMALL, accepts: { t: "*", f: "7" } }, 0);
  assert.equal(describePile(state, "t3", false), "Column 3: empty, takes any card");
  confirm(state, { ...SMALL, accepts: { t: "", f: "7" } }, 0);
  assert.equal(describePile(state, "t3", false), "Column 3: empty, filled only by dealing");
});

test("the stock says when it can be dealt", () => {
  assert.equal(describePile(table(SMALL), "s", false), "Stock: 3 cards, press to deal");
  assert.equal(describePile(table({ ...SMALL, moves: [] }), "s", false), "Stock: 3 cards");
  const over = table(SMALL);
  over.locked = true;
  assert.equal(describePile(over, "s", false), "Stock: 3 cards");
});

test("an empty stock says whether the waste can be turned over, and how often", () => {
  const over = { ...WASTE, piles: { ...WASTE.piles, s: "", w: "2D 8C ??" } };
  assert.equal(describePile(table(over, "klondike"), "s", false), "Stock: empty, press to turn the waste over");
  const limited = { ...over, redeals: 1 };
  assert.equal(describePile(table(limited, "klondike"), "s", false), "Stock: empty, press to turn the waste over, can be refilled 1 more time");
  assert.equal(
    describePile(table({ ...limited, moves: [], redeals: 0 }, "klondike"), "s", false),
    "Stock: empty, can be refilled 0 more times",
  );
});

test("a cell tells that it takes any card", () => {
  assert.equal(moveSentence("king of spades", "c2"), "king of spades into Cell 2.");
  assert.equal(describePile(table(CELLS, "freecell"), "c2", false), "Cell 2: empty, takes any card");
});

test("a place for the cards in hand says so", () => {
  assert.match(describePile(table(SMALL), "t3", true), /, can go here$/);
});

test("several cards are named by their ends", () => {
  const state = table(SMALL);
  assert.equal(unitName(state, { pile: "t1", count: 2 }), "9 of diamonds down to 8 of diamonds");
  assert.equal(unitName(state, { pile: "t2", count: 1 }), "9 of hearts");
});

/**
 * @param {import("../../frontend/src/table/types.js").Piles} before
 * @param {import("../../frontend/src/table/types.js").Piles} after
 */
const sentences = (before, after) => revealed(before, after).map(({ sentence }) => sentence);

/** @param {Record<string, string>} piles dealt onto an empty table */
const dealt = (piles) => revealed(new Map(), table(view({ piles }), "klondike").piles);

test("only cards that were not seen before are news", () => {
  const state = table(SMALL);
  const before = state.piles;
  confirm(state, { ...SMALL, piles: { ...SMALL.piles, t1: "5C 9D", t2: "9H 8D", t3: "2S", s: "?? ??" } }, 0);
  assert.deepEqual(sentences(before, state.piles), ["2 of spades onto Column 3."]);
});

test("a card that nobody moved is turned up", () => {
  const state = table({ ...SMALL, piles: { ...SMALL.piles, t1: "?? 9D", t2: "9H 8D" } });
  const before = state.piles;
  confirm(state, { ...SMALL, piles: { ...SMALL.piles, t1: "KC", t2: "9H 8D 9D" } }, 0);
  assert.deepEqual(sentences(before, state.piles), ["King of clubs turned up in Column 1."]);
});

test("a deal is one short sentence, and a turned-up card is named", () => {
  const two = dealt({ t1: "AC", t2: "2S" });
  const three = dealt({ t1: "AC", t2: "2S", t3: "3H" });
  assert.equal(summary([], true), "");
  assert.equal(summary(two, true), "Ace of clubs onto Column 1. 2 of spades onto Column 2.");
  assert.equal(summary(three, true), "3 cards dealt. N names them.");
  assert.equal(summary(three, false), "3 cards dealt.");
});

test("of cards dealt onto the waste, the one that can be played is named", () => {
  assert.equal(summary(dealt({ w: "AC 2S TC" }), true), "3 cards dealt, 10 of clubs on top.");
  assert.equal(summary(dealt({ w: "2S AC" }), false), "2 cards dealt, ace of clubs on top.");
  assert.equal(summary(dealt({ w: "AC" }), true), "Ace of clubs dealt.");
  assert.equal(summary(dealt({ t1: "KD", w: "2S AC" }), true), "2 cards dealt, ace of clubs on top. King of diamonds onto Column 1.");
});

test("what is said begins with a capital letter", () => {
  /** @type {string[]} */
  const said = [];
  const state = headless({ game: "agnes-sorel", board: SMALL, announce: (text) => said.push(text) }, { width: 800, height: 600 });
  state.events.announce("queen of hearts onto Column 1.");
  assert.deepEqual(said, ["Queen of hearts onto Column 1."]);
});

test("what the server chose is told: where a card went, how many went home", () => {
  const state = table(SMALL);
  confirm(state, { ...SMALL, piles: { ...SMALL.piles, t1: "", t2: "9H", t3: "9D 8D", fc: "5C" } }, 0);
  assert.equal(outcomes(state, SMALL, ["t1t2", "9D"]), "9 of diamonds down to 8 of diamonds onto Column 3.");
  assert.equal(outcomes(state, SMALL, ["collect"]), "1 card goes home.");
  assert.equal(outcomes(state, state.server.board, ["collect", "undo"]), "");
  assert.equal(outcomes(state, SMALL, ["5C"]), "5 of clubs home.");
});

test("an undo tells what came back", () => {
  const moved = view({ piles: { ...SMALL.piles, t1: "5C", t3: "9D 8D" } });
  assert.equal(undoSentence(table(SMALL), moved), "Undone: 9 of diamonds down to 8 of diamonds back to Column 1.");
  const home = view({ piles: { ...SMALL.piles, t1: "5C", fd: "9D", t2: "9H 8D" } });
  assert.equal(undoSentence(table(SMALL), home), "Undone: 2 cards moved back.");
  assert.equal(undoSentence(table(SMALL), SMALL), "Undone.");
});

test("an undone deal counts the cards that went back to the stock, or to the waste", () => {
  const dealt = view({ piles: { ...SMALL.piles, t1: "5C 9D 8D 2S", t2: "9H 3S", s: "??" } });
  assert.equal(undoSentence(table(SMALL), dealt), "Undone: 2 cards back to the stock.");
  const over = view({ piles: { ...WASTE.piles, s: "", w: "4S 2D 8C" } });
  const turned = view({ piles: { ...WASTE.piles, s: "?? ?? ??", w: "" } });
  assert.equal(undoSentence(table(over, "klondike"), turned), "Undone: 3 cards back to the waste.");
});

test("an undo is announced once no other action awaits its answer", () => {
  const state = table(SMALL);
  assume(state, "t1t2");
  assert.equal(undoSentence(state, view({ piles: { ...SMALL.piles, t1: "5C", t3: "9D 8D" } })), "");
});

test("turning the waste over is announced with the number of cards in the stock", () => {
  const empty = { ...WASTE, piles: { ...WASTE.piles, s: "" } };
  const state = table({ ...WASTE, piles: { ...WASTE.piles, w: "" } }, "klondike");
  assert.equal(turnedOver(state, empty, ["deal"]), "Waste turned over: 3 cards in the stock.");
  assert.equal(turnedOver(state, empty, []), "");
  assert.equal(turnedOver(state, WASTE, ["deal"]), "");
});
