import assert from "node:assert/strict";
import { test } from "node:test";
import { arrange, cardAt, dropAt, neighbour, pileAt, spread, squeeze } from "../../frontend/src/table/layout.js";
import { GAMES } from "../../frontend/src/table/layouts/games.js";

/** @import { Card, Layout } from "../../frontend/src/table/types.js" */

const SIZES = [
  { width: 360, height: 480 },
  { width: 360, height: 560 },
  { width: 412, height: 820 },
  { width: 440, height: 400 },
  { width: 740, height: 300 },
  { width: 768, height: 940 },
  { width: 1280, height: 720 },
  { width: 2560, height: 1340 },
];
const LONGEST = 19;

/** Every game on every size; FreeCell with six cells too. */
const tables = [...Object.keys(GAMES).map((game) => ({ game, piles: /** @type {string[]} */ ([]) })), manyCells()].flatMap(({ game, piles }) =>
  SIZES.map((size) => ({ game, piles, size, layout: arrange(game, size, piles, { captioned: true }) })),
);

function manyCells() {
  return { game: "freecell", piles: Object.keys(GAMES.freecell.larger?.wide.spots ?? {}) };
}

/** @param {number} count @param {string} [face] @returns {Card[]} */
const cards = (count, face = "5C") => Array.from({ length: count }, (_, id) => ({ id, face }));

/** @param {Layout} layout @param {string} pile @param {number} count */
function hull(layout, pile, count) {
  const { card } = layout;
  const points = spread(layout, pile, cards(count));
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs) + card.width,
    bottom: Math.max(...ys) + card.height,
  };
}

/** @param {string} pile */
const longest = (pile) => (pile.startsWith("t") ? LONGEST : pile.startsWith("r") ? 4 : pile === "w" ? 24 : 1);

test("every card of the longest columns lies on the table", () => {
  for (const { game, size, layout } of tables) {
    for (const pile of layout.places.keys()) {
      const { left, top, right, bottom } = hull(layout, pile, longest(pile));
      const inside = left >= 0 && top >= 0 && right <= size.width && bottom <= size.height;
      assert.ok(inside, `${game} ${size.width}x${size.height} ${pile}: ${left} ${top} ${right} ${bottom}`);
    }
  }
});

test("no two piles overlap, however long they are", () => {
  for (const { game, size, layout } of tables) {
    const hulls = [...layout.places.keys()].map((pile) => ({ pile, ...hull(layout, pile, longest(pile)) }));
    for (const [index, a] of hulls.entries()) {
      for (const b of hulls.slice(index + 1)) {
        const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
        assert.ok(apart, `${game} ${size.width}x${size.height}: ${a.pile} and ${b.pile}`);
      }
    }
  }
});

test("every card is at least 44 pixels wide for a finger on a phone", () => {
  for (const { game, size, layout: { card } } of tables) {
    if (size.height >= 400) assert.ok(card.width >= 44, `${game} ${size.width}: ${card.width}`);
  }
});

test("the reserve's name has a line to itself", () => {
  for (const { game, size, layout } of tables) {
    const { caption } = layout;
    assert.equal(caption !== null, layout.places.has("r1"), game);
    if (!caption) continue;
    assert.ok(caption.height >= 15);
    for (const pile of layout.places.keys()) {
      const { left, top, right, bottom } = hull(layout, pile, longest(pile));
      const apart = right <= caption.x || caption.x + caption.width <= left
        || bottom <= caption.y || caption.y + caption.height <= top;
      assert.ok(apart, `${game} ${size.width}x${size.height}: ${pile}`);
    }
  }
});

test("on a phone the indexes of the longest columns can be read", () => {
  const most = { "agnes-sorel": 22, "agnes-bernauer": 19, applegate: 25, "beleaguered-castle": 19, freecell: 19, klondike: 19 };
  for (const [game, count] of Object.entries(most)) {
    const layout = arrange(game, { width: 360, height: 480 }, []);
    assert.equal(squeeze(layout, "t1", cards(5)), 1);
    // As cards/face.js draws it, with its stroke.
    const letter = squeeze(layout, "t1", cards(count)) * 0.41 * layout.card.width;
    assert.ok(letter >= 8, `${game}: ${letter} pixels`);
  }
});

test("on a tall table the first columns open to use at least half of it", () => {
  for (const [game, count] of Object.entries({ "agnes-sorel": 7, "agnes-bernauer": 7, applegate: 7, "beleaguered-castle": 6, freecell: 7 })) {
    const size = { width: 390, height: 625 };
    const layout = arrange(game, size, [], { captioned: true });
    assert.ok(hull(layout, "t1", count).bottom >= 0.6 * size.height, game);
    assert.ok(layout.card.height > 1.45 * layout.card.width, game);
  }
});

test("backs are pressed together before any face is", () => {
  const layout = arrange("applegate", { width: 360, height: 480 }, []);
  /** @param {number} faces */
  const steps = (faces) => {
    const pile = [...cards(3, "??"), ...cards(faces)];
    const points = spread(layout, "t1", pile).map(({ y }) => y);
    return [points[1] - points[0], points[4] - points[3]];
  };
  const [[back, face], [pressed, same]] = [steps(3), steps(8)];
  assert.ok(pressed < back);
  assert.ok(Math.abs(same - face) <= 1);
});

test("for the left hand squared-up piles change sides, and columns stay", () => {
  for (const { game, piles, size, layout } of tables) {
    const mirrored = arrange(game, size, piles, { mirrored: true });
    for (const [pile, { x, fan }] of layout.places) {
      if (pile === "w") continue;
      const expected = fan ? x : size.width - x - layout.card.width;
      assert.ok(Math.abs((mirrored.places.get(pile)?.x ?? 0) - expected) <= 1, `${game} ${pile}`);
    }
  }
});

test("the waste shows its last three cards beside the stock, for either hand", () => {
  for (const size of SIZES) {
    for (const mirrored of [false, true]) {
      const layout = arrange("klondike", size, [], { mirrored });
      const points = spread(layout, "w", cards(12));
      assert.equal(new Set(points.map(({ x, y }) => `${x} ${y}`)).size, 3);
      assert.deepEqual(points[0], points[9]);
      assert.equal(squeeze(layout, "w", cards(12)), 1);
      const [waste, stock] = [hull(layout, "w", 12), hull(layout, "s", 1)];
      const aside = Math.min(Math.abs(waste.left - stock.right), Math.abs(stock.left - waste.right));
      const isNear = size.width > size.height ? waste.left === stock.left : aside < layout.card.width / 2;
      assert.ok(isNear, `${size.width} ${mirrored}`);
    }
  }
});

test("a press on the visible part of a card finds that card", () => {
  for (const { layout } of tables) {
    const piles = new Map([["t2", cards(8)]]);
    const { fan } = /** @type {NonNullable<ReturnType<typeof layout.places.get>>} */ (layout.places.get("t2"));
    spread(layout, "t2", cards(8)).forEach(({ x, y }, index) => {
      const point = { x: fan === "left" ? x + layout.card.width - 2 : x + 2, y: y + 2 };
      assert.deepEqual(cardAt(layout, piles, point), { pile: "t2", index });
    });
  }
});

test("the empty part of a column belongs to the column", () => {
  const layout = arrange("agnes-sorel", { width: 360, height: 560 }, []);
  const place = layout.places.get("t3");
  assert.ok(place);
  const point = { x: place.x + 5, y: 550 };
  assert.equal(pileAt(layout, point), "t3");
  assert.deepEqual(cardAt(layout, new Map([["t3", cards(2)]]), point), { pile: "t3", index: -1 });
});

test("hidden cards take less room than open ones", () => {
  const layout = arrange("applegate", { width: 1280, height: 720 }, []);
  const hidden = spread(layout, "t1", [...cards(3, "??"), ...cards(1)]);
  const open = spread(layout, "t1", cards(4));
  assert.ok(hidden[3].y < open[3].y);
});

test("a short column is spread out and a long one pressed together", () => {
  const layout = arrange("agnes-sorel", { width: 360, height: 480 }, []);
  /** @param {number} count */
  const step = (count) => spread(layout, "t1", cards(count))[1].y - spread(layout, "t1", cards(count))[0].y;
  assert.equal(step(3), step(7));
  assert.ok(step(LONGEST) < step(7));
});

test("the wings of the castle are fanned away from the foundations", () => {
  const layout = arrange("beleaguered-castle", { width: 1280, height: 720 }, []);
  const [left, right] = ["t1", "t5"].map((pile) => spread(layout, pile, cards(2)).map(({ x }) => x));
  const middle = layout.places.get("fc")?.x ?? 0;
  assert.ok(left[1] < left[0] && left[0] < middle);
  assert.ok(right[1] > right[0] && right[0] > middle);
});

test("piles missing from a board are not laid out", () => {
  const layout = arrange("applegate", { width: 1280, height: 720 }, ["t1", "r1"]);
  assert.deepEqual([...layout.places.keys()], ["t1", "r1"]);
});

test("a drop beside a lit pile still counts when the card covers it", () => {
  const layout = arrange("agnes-sorel", { width: 1280, height: 720 }, []);
  const { x, y } = layout.places.get("t2") ?? { x: 0, y: 0 };
  const lifted = { x: x + layout.card.width * 0.45, y: y + 20, ...layout.card };
  const pointer = { x: lifted.x + layout.card.width * 0.9, y: y + 40 };
  assert.equal(pileAt(layout, pointer), "t3");
  assert.equal(dropAt(layout, pointer, lifted, ["t2"]), "t2");
  assert.equal(dropAt(layout, pointer, lifted, ["t3"]), "t3");
  assert.equal(dropAt(layout, pointer, lifted, []), "t3");
});

test("arrows lead to the pile next to it and stop at the edge", () => {
  const layout = arrange("agnes-bernauer", { width: 360, height: 560 }, []);
  assert.equal(neighbour(layout, "t3", "right"), "t4");
  assert.equal(neighbour(layout, "t3", "up"), "r3");
  assert.equal(neighbour(layout, "r1", "up"), "fc");
  assert.equal(neighbour(layout, "t1", "left"), null);
});

test("every pile can be reached by arrows from the first column", () => {
  for (const { game, size, layout } of tables) {
    const reached = new Set(["t1"]);
    for (const pile of reached) {
      for (const direction of /** @type {const} */ (["left", "right", "up", "down"])) {
        const next = neighbour(layout, pile, direction);
        if (next) reached.add(next);
      }
    }
    assert.deepEqual([...layout.places.keys()].filter((pile) => !reached.has(pile)), [], `${game} ${size.width}`);
  }
});
