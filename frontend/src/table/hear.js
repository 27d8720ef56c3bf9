/**
 * What a change of the cards sounds like.
 * @module
 */

/** @import { Piles } from "./types.js" */
/** @import { HeadlessState } from "./state.js" */
import { isFoundation } from "./notation.js";

/** With so many more cards home, the next note of the scale. */
const STEP = 4;

/**
 * Reports the sound of a change that has been made: a card home, the higher the more are home, or one laid elsewhere.
 * @param {HeadlessState} state
 * @param {Piles} before
 */
export function hear(state, before) {
  if (!before.size || before === state.piles) return;
  const home = homeCount(state.piles);
  if (home > homeCount(before)) state.events.sound("home", Math.floor(home / STEP));
  else if (order(before) !== order(state.piles)) state.events.sound("place");
}

/** @param {Piles} piles */
function homeCount(piles) {
  return [...piles].reduce((sum, [name, cards]) => sum + (isFoundation(name) ? cards.length : 0), 0);
}

/**
 * Which card lies where; faces may turn up without a sound.
 * @param {Piles} piles
 */
function order(piles) {
  return [...piles].map(([name, cards]) => `${name} ${cards.map(({ id }) => id)}`).join();
}
