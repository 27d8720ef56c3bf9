/**
 * A key's deal: docs/reference/verification.md describes the shuffle.
 * @module
 */

import { shake256 } from "./shake256.js";

const CARDS = [..."CDHS"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
const NAME = "deal/1\0";

/**
 * Deal the cards of a key.
 * @param {Uint8Array<ArrayBuffer>} key
 * @returns {string} the 52 cards in dealing order
 */
export function dealt(key) {
  const stream = shake256(Uint8Array.from([...new TextEncoder().encode(NAME), ...key]));
  const cards = [...CARDS];
  for (let last = 51; last > 0; last--) {
    const limit = 256 - (256 % (last + 1));
    let byte = stream.next().value;
    while (byte >= limit) byte = stream.next().value;
    const chosen = byte % (last + 1);
    [cards[last], cards[chosen]] = [cards[chosen], cards[last]];
  }
  return cards.join(" ");
}

/**
 * Whether a text lists each of the 52 cards once.
 * @param {string} text
 * @returns {boolean}
 */
export function isDeal(text) {
  const cards = text.split(" ");
  return cards.length === CARDS.length && CARDS.every((card) => cards.includes(card));
}
