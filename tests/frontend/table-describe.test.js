import assert from "node:assert/strict";
import { test } from "node:test";
import { cardName, describePile, outcomes, pileName, revealed, unitName } from "../../frontend/src/table/describe.js";
import { confirm } from "../../frontend/src/table/sync.js";
import { SMALL, table, view } from "./table-boards.js";

test("cards have names", () => {
  assert.equal(cardName("QH"), "queen of hearts");
  assert.equal(cardName("TS"), "10 of spades");
  assert.equal(cardName("??"), "face-down card");
});

test("piles have names", () => {
  assert.deepEqual(
    ["t3", "r1", "h2", "s", "fd"].map((pile) => pileName(pile)),
    ["Column 3", "Reserve 1", "Hand 2", "Stock", "Foundation of diamonds"],
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
});

test("a place for the cards in hand says so", () => {
  assert.match(describePile(table(SMALL), "t3", true), /, can go here$/);
});

test("several cards are named by their ends", () => {
  const state = table(SMALL);
  assert.equal(unitName(state, { pile: "t1", count: 2 }), "9 of diamonds down to 8 of diamonds");
  assert.equal(unitName(state, { pile: "t2", count: 1 }), "9 of hearts");
});

test("only cards that were not seen before are news", () => {
  const state = table(SMALL);
  const before = state.piles;
  confirm(state, { ...SMALL, piles: { ...SMALL.piles, t1: "5C 9D", t2: "9H 8D", t3: "2S", s: "?? ??" } }, 0);
  assert.equal(revealed(before, state.piles), "2 of spades onto Column 3.");
});

test("what the server chose is told: where a card went, how many went home", () => {
  const state = table(SMALL);
  confirm(state, { ...SMALL, piles: { ...SMALL.piles, t1: "", t2: "9H", t3: "9D 8D", fc: "5C" } }, 0);
  assert.equal(outcomes(state, SMALL, ["t1t2", "9D"]), "9 of diamonds down to 8 of diamonds onto Column 3.");
  assert.equal(outcomes(state, SMALL, ["collect"]), "1 card goes home.");
  assert.equal(outcomes(state, state.server.board, ["collect", "undo"]), "");
  assert.equal(outcomes(state, SMALL, ["5C"]), "5 of clubs onto Foundation of clubs.");
});
