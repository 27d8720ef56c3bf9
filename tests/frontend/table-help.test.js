import assert from "node:assert/strict";
import { test } from "node:test";
import { keys } from "../../frontend/src/table/help.js";
import { arrange } from "../../frontend/src/table/layout.js";

/** @param {string} game */
function listed(game) {
  const { places } = arrange(game, { width: 1200, height: 800 }, []);
  return new Map(keys([...places.keys()]));
}

test("the list of keys has those of the game alone", () => {
  const castle = listed("beleaguered-castle");
  assert.equal(castle.get("1–8"), "column");
  for (const key of ["R", "A", "D", "N"]) assert.ok(!castle.has(key), key);
  assert.ok(![...castle.keys()].some((key) => key.startsWith("Shift and 1")));

  const bernauer = listed("agnes-bernauer");
  assert.equal(bernauer.get("1–7"), "column");
  assert.equal(bernauer.get("R"), "next card of the reserve, next card of the hand");
  assert.equal(bernauer.get("Shift and 1–7"), "that reserve pile");
  assert.equal(bernauer.get("D"), "deal");

  const freecell = listed("freecell");
  assert.equal(freecell.get("A"), "to an empty cell");
  assert.equal(freecell.get("Shift and 1–4"), "that cell");
  assert.ok(!freecell.has("D"));

  const klondike = listed("klondike");
  assert.equal(klondike.get("R"), "card of the waste");
  assert.equal(klondike.get("D"), "deal, or turn the waste over");
});
