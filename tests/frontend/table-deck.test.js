import assert from "node:assert/strict";
import { test } from "node:test";
import { cardFace } from "../../frontend/cards/face.js";

/** @import { Drawing } from "../../frontend/src/lib/draw.js" */

const DECK = [..."CDHS"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));

/** @param {Drawing} drawing @returns {Drawing[]} */
const parts = ([, , ...children]) => children.flatMap((child) => [child, ...parts(child)]);

/** @param {Drawing} drawing @param {string} name */
const marked = (drawing, name) => parts(drawing).filter(([, attributes]) => attributes.class === name);

test("no two faces look the same", () => {
  for (const detail of /** @type {const} */ (["small", "full"])) {
    assert.equal(new Set(DECK.map((card) => JSON.stringify(cardFace(card, detail)))).size, 52);
  }
});

test("a number card shows as many marks as its number", () => {
  for (const rank of "23456789T") {
    const face = cardFace(`${rank}H`, "full");
    const inCorners = marked(face, "suit").length - Number(rank === "T" ? 10 : rank);
    assert.equal(inCorners, 2, rank);
  }
});

test("court cards are pictures at full size, the others are not", () => {
  for (const card of DECK) {
    assert.equal(marked(cardFace(card, "full"), "court").length, "JQK".includes(card[0]) ? 2 : 0, card);
  }
});

test("drawings carry no style attributes, which the site's policy forbids", () => {
  const drawings = DECK.flatMap((card) => [cardFace(card, "small"), cardFace(card, "full")]);
  for (const drawing of drawings) {
    assert.equal([drawing, ...parts(drawing)].some(([, attributes]) => "style" in attributes), false);
  }
});

test("every number in a drawing is a number", () => {
  for (const card of DECK) assert.doesNotMatch(JSON.stringify(cardFace(card, "full")), /NaN|undefined/);
});
