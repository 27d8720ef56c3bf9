import assert from "node:assert/strict";
import { test } from "node:test";
import {
  awaited,
  bestMove,
  expected,
  foreseen,
  isAwaited,
  largestCount,
  lay,
  movableCounts,
  moved,
  targetsOf,
  unitAt,
  unitOf,
} from "../../frontend/src/table/board.js";
import { parseMove, moveText } from "../../frontend/src/table/notation.js";
import { CELLS, SMALL, table, view } from "./table-boards.js";

/** @import { Piles } from "../../frontend/src/table/types.js" */

/** @param {Record<string, string>} piles */
const laid = (piles) => lay(new Map(), view({ piles }));

/** @param {Piles} piles @param {string} face */
const idOf = (piles, face) => [...piles.values()].flat().find((card) => card.face === face)?.id;

/** @param {Piles} piles */
const ids = (piles) => [...piles.values()].flat().map(({ id }) => id);

test("a move's text is read and written back", () => {
  for (const text of ["t3t5x2", "t3f", "r7t1", "h2f", "fht4", "t3c", "c2t5", "c6f", "wt3", "wf"]) {
    const move = parseMove(text);
    assert.ok(move);
    assert.equal(moveText(move), text);
  }
});

test("deal, undo and nonsense do not parse as moves", () => {
  for (const text of ["deal", "undo", "t9t1", "t1", "t1s", "t1t2x"]) assert.equal(parseMove(text), null);
});

test("any foundation as target is written f, and any cell c", () => {
  assert.equal(moveText({ source: "t1", target: "fh", count: 1 }), "t1f");
  assert.equal(moveText({ source: "t1", target: "c3", count: 1 }), "t1c");
  assert.deepEqual(parseMove("t1c3"), { source: "t1", target: "c", count: 1 });
});

test("a card for a cell goes to the first empty one, wherever it is put down", () => {
  const state = table(CELLS, "freecell");
  assert.deepEqual(targetsOf(state, { pile: "t2", count: 1 }), ["c2", "c3", "t3"]);
  assert.equal(largestCount(state, "t1", "c3"), 1);
  const after = moved(state.piles, { source: "t2", target: "c", count: 1 });
  assert.deepEqual(after?.get("c2")?.map(({ face }) => face), ["9H"]);
});

test("the waste that is turned over becomes the stock, card by card, and is dealt again", () => {
  const before = laid({ s: "", w: "4S 2D 8C" });
  const over = lay(before, view({ piles: { s: "?? ?? ??", w: "" } }));
  const order = before.get("w")?.map(({ id }) => id).toReversed();
  assert.deepEqual(over.get("s")?.map(({ id }) => id), order);
  const dealt = lay(over, view({ piles: { s: "", w: "4S 2D 8C" } }));
  assert.deepEqual(ids(dealt), ids(before));
});

test("a card that moved is still the same card", () => {
  const before = laid({ t1: "5C 9D", t2: "TD" });
  const after = lay(before, view({ piles: { t1: "5C", t2: "TD 9D" } }));
  assert.equal(idOf(after, "9D"), idOf(before, "9D"));
});

test("a card that turns up in its place is the card that lay there", () => {
  const before = laid({ r1: "?? ?? KH", t1: "" });
  const after = lay(before, view({ piles: { r1: "?? 4C", t1: "KH" } }));
  assert.equal(after.get("r1")?.[1].id, before.get("r1")?.[1].id);
});

test("dealt cards come from the end of the stock, the last one first", () => {
  const before = laid({ t1: "5C", t2: "9H", s: "?? ?? ??" });
  const after = lay(before, view({ piles: { t1: "5C 2S", t2: "9H 3S", s: "??" } }));
  const stock = before.get("s") ?? [];
  const dealt = [after.get("s")?.[0].id, idOf(after, "3S"), idOf(after, "2S")];
  assert.deepEqual(dealt, stock.map(({ id }) => id));
});

test("no card is laid twice, whatever board follows", () => {
  const before = laid({ t1: "?? 5C", t2: "9H", s: "?? ??" });
  for (const piles of [{ t1: "9H 5C ??", t2: "", s: "?? ??" }, { t1: "KS KD KH KC AS", t2: "", s: "" }]) {
    const after = lay(before, view({ piles }));
    assert.equal(new Set(ids(after)).size, 5);
  }
});

test("a move takes the last cards, in their order", () => {
  const after = moved(laid({ t1: "5C 9D 8D", t2: "TD" }), { source: "t1", target: "t2", count: 2 });
  assert.deepEqual(after?.get("t2")?.map(({ face }) => face), ["TD", "9D", "8D"]);
});

test("a foundation move goes to the foundation of the suit", () => {
  const after = moved(laid({ t1: "8H", fh: "7H", fs: "" }), { source: "t1", target: "f", count: 1 });
  assert.equal(after?.get("fh")?.length, 2);
});

test("hidden or missing cards and piles cannot be moved", () => {
  const piles = laid({ t1: "??", t2: "" });
  assert.equal(moved(piles, { source: "t1", target: "t2", count: 1 }), null);
  assert.equal(moved(piles, { source: "t2", target: "t1", count: 1 }), null);
  assert.equal(moved(laid({ t1: "5H" }), { source: "t1", target: "f", count: 1 }), null);
});

test("an undo among the actions takes back the one before it, and no more", () => {
  const piles = laid({ t1: "5C 9D", t2: "", t3: "" });
  assert.equal(expected(piles, ["t1t2", "undo", "t1t3"]).get("t3")?.length, 1);
  assert.equal(expected(piles, ["undo", "undo"]), piles);
});

test("an action that cannot be shown leaves the piles as they are", () => {
  const piles = laid({ t1: "5C", s: "?? ??" });
  assert.equal(expected(piles, ["deal", "t7t1"]), piles);
});

test("a press in a column takes the card and all on top of it", () => {
  assert.deepEqual(unitAt(table(SMALL).piles, "t1", 1), { pile: "t1", count: 2 });
});

test("a press elsewhere takes the last card alone", () => {
  const { piles } = table(view({ piles: { r1: "5C 9D 8D" } }), "agnes-bernauer");
  assert.deepEqual(unitAt(piles, "r1", 0), { pile: "r1", count: 1 });
});

test("neither a hidden card nor an empty place can be taken", () => {
  const { piles } = table(SMALL);
  assert.equal(unitAt(piles, "s", 2), null);
  assert.equal(unitAt(piles, "t3", -1), null);
  assert.equal(unitAt(piles, "t1", -1), null);
});

test("the targets of a unit are those of exactly its cards", () => {
  const state = table(SMALL);
  assert.deepEqual(targetsOf(state, { pile: "t1", count: 2 }), ["t3"]);
  assert.deepEqual(targetsOf(state, { pile: "t1", count: 1 }), ["t2", "t3", "fd"]);
});

test("nothing is known to be legal while an action is on its way", () => {
  const state = table(SMALL);
  state.server.outstanding = ["deal"];
  assert.deepEqual(targetsOf(state, { pile: "t1", count: 1 }), []);
});

test("the movable parts of a pile are listed from the largest", () => {
  assert.deepEqual(movableCounts(table(SMALL), "t1"), [2, 1]);
});

test("a target chooses the largest part that may go there", () => {
  const state = table(SMALL);
  assert.equal(largestCount(state, "t1", "t3"), 2);
  assert.equal(largestCount(state, "t1", "fd"), 1);
  assert.equal(largestCount(state, "t2", "t1"), 0);
});

test("the best move of some cards is the first that the server names", () => {
  const unit = { pile: "t1", count: 1 };
  /** @param {string[]} moves */
  const best = (moves) => bestMove(table({ ...SMALL, moves }), unit)?.target;
  assert.equal(best(["t1t3", "t1t2", "t1f"]), "t3");
  assert.equal(best(["t1t3x2", "t1f", "t1t2"]), "f");
  assert.equal(best(["t2t3"]), undefined);
});

test("a card whose move is shown plays that one, and only that card", () => {
  const state = { ...table({ ...SMALL, moves: ["t1t3", "t1t2", "t1t3x2"] }), hint: { source: "t1", target: "t2", count: 1 } };
  assert.equal(bestMove(state, { pile: "t1", count: 1 })?.target, "t2");
  assert.equal(bestMove(state, { pile: "t1", count: 2 })?.target, "t3");
  assert.equal(bestMove({ ...state, hint: { source: "t1", target: "f", count: 1 } }, { pile: "t1", count: 1 })?.target, "t3");
});

test("cards that move only with those under them take them along", () => {
  const state = table({ ...SMALL, moves: ["t1t3x2"] });
  assert.deepEqual(bestMove(state, { pile: "t1", count: 1 }), { source: "t1", target: "t3", count: 2 });
  assert.equal(bestMove(state, { pile: "t1", count: 3 }), null);
});

test("a card is found wherever it lies, with those on it", () => {
  const { piles } = table(SMALL);
  assert.deepEqual(unitOf(piles, "9D"), { pile: "t1", count: 2 });
  assert.equal(unitOf(piles, "KS"), null);
});

test("what the first action leaves to the server, its board tells", () => {
  const state = table({ ...SMALL, safe: ["t1f", "t2f"] });
  /** @param {string[]} outstanding */
  const ahead = (...outstanding) => {
    state.server.outstanding = outstanding;
    return foreseen(state, state.piles);
  };
  assert.deepEqual(ahead("collect", "deal"), ["t1f", "t2f", "deal"]);
  assert.deepEqual(ahead("9D", "collect"), ["t1t3x2", "collect"]);
  assert.deepEqual(ahead("5C", "9D"), ["5C", "9D"]);
  assert.deepEqual(ahead("t1t2"), ["t1t2"]);
  assert.deepEqual(ahead(), []);
});

test("cards are awaited until the board before their move has come", () => {
  const state = table(SMALL);
  state.server.outstanding = ["t2t3", "9D"];
  const cards = state.piles.get("t1") ?? [];
  assert.deepEqual([...awaited(state)], cards.slice(1).map(({ id }) => id));
  assert.equal(isAwaited(state, { pile: "t1", count: 3 }), true);
  assert.equal(isAwaited(state, { pile: "t2", count: 1 }), false);
  state.server.outstanding = ["9D"];
  assert.equal(awaited(state).size, 0);
});
