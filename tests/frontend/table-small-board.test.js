import assert from "node:assert/strict";
import { test } from "node:test";
import { smallBoard } from "../../frontend/src/table/small-board.js";

/** @import { Drawing } from "../../frontend/src/lib/draw.js" */

/**
 * How many elements of a drawing have a class.
 * @param {Drawing} drawing
 * @param {string} name
 * @returns {number}
 */
function count([, attributes, ...children], name) {
  const own = String(attributes.class ?? "").split(" ").includes(name) ? 1 : 0;
  return children.reduce((sum, child) => sum + count(child, name), own);
}

test("faces, backs and empty places are drawn where a pile is fanned", () => {
  const drawing = smallBoard("agnes-sorel", "t1 QH JD,t2 *2 AS,fc");
  assert.equal(count(drawing, "small-card"), 5);
  assert.equal(count(drawing, "face"), 3);
  assert.equal(count(drawing, "small-back"), 2);
  assert.equal(count(drawing, "small-slot"), 1);
});

test("piles that are alike are told together", () => {
  const drawing = smallBoard("freecell", "t1-4 *7,t5-8 ??,c1-3");
  assert.equal(count(drawing, "small-back"), 32);
  assert.equal(count(drawing, "small-slot"), 3);
});

test("in an upright picture the foundations lie above the columns", () => {
  /** @param {number} [height] */
  const places = (height) => smallBoard("agnes-sorel", "fs AS,t7 QH", height).slice(2).map((pile) => pile[2][1]);
  const [[home, column], [above, below]] = [places(), places(480)];
  assert.ok(home.x < column.x && home.y > column.y);
  assert.ok(above.y + above.height < below.y && below.width > column.width);
});

test("of a squared-up pile only the last card is drawn", () => {
  assert.equal(count(smallBoard("agnes-sorel", "s *3"), "small-card"), 1);
});

test("in a column that is pressed together the indexes are smaller, but for the last", () => {
  /** @param {number} cards */
  const pressed = (cards) => JSON.stringify(smallBoard("agnes-bernauer", `t1 QH*${cards}`)).match(/"transform":"scale\([\d.]+ [\d.]+\)"/g)?.length ?? 0;
  assert.equal(pressed(3), 0);
  assert.equal(pressed(9), 8);
});
