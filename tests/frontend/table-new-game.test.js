import assert from "node:assert/strict";
import { test } from "node:test";
import { arrange, pileAt, spread } from "../../frontend/src/table/layout.js";
import { GAMES } from "../../frontend/src/table/layouts/games.js";
import { FOUNDATIONS, across, numbered } from "../../frontend/src/table/layouts/spots.js";

/** The toy game of tests/new_game. */
const PILES = ["fc", "fd", "fh", "fs", "t1", "t2"];

const columns = across(numbered("t", 2), { column: 0, cards: 1, gaps: 1, fan: "down" });
const shape = { columns: 4, down: 3, gaps: 1, spots: { ...across(FOUNDATIONS, { column: 0 }), ...columns } };
GAMES.toy = { wide: shape, tall: shape };

for (const size of [{ width: 360, height: 560 }, { width: 1280, height: 720 }]) {
  test(`a new game is laid out from its data alone, ${size.width} wide`, () => {
    const layout = arrange("toy", size, PILES);
    assert.deepEqual([...layout.places.keys()].sort(), PILES);
    for (const pile of PILES) {
      const cards = Array.from({ length: 8 }, (_, id) => ({ id, face: "KC" }));
      const points = spread(layout, pile, cards);
      const place = layout.places.get(pile);
      assert.ok(place && points.every(({ x, y }) => x >= 0 && y >= 0 && y + layout.card.height <= size.height));
      assert.equal(pileAt(layout, { x: place.x + 1, y: place.y + 1 }), pile);
    }
  });
}
