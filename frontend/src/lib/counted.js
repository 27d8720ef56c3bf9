/**
 * What a run's progress counts, in the words of its game, which the server puts into the page.
 * @module
 */

import { fill } from "./gettext.js";

/** @typedef {"result" | "shared" | "bar" | "ghost" | "nothing" | "nothing_more" | "most" | "own_most" | "sooner" | "own_sooner" | "level" | "all"} Saying */
/** @typedef {Readonly<Record<Saying, string>>} Words */

/** @type {Words | null} */
let sayings = null;

/**
 * Take the words of the page's game; before anything is said.
 * @param {Words} words
 */
export function learn(words) {
  sayings = words;
}

/**
 * @param {Saying} name
 * @param {Record<string, string | number>} [values] what stands for each %(name)s
 * @returns {string}
 */
export function counted(name, values = {}) {
  if (!sayings) throw new Error("the page has no words for progress");
  return fill(sayings[name], values);
}
