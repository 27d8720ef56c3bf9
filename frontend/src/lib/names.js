/**
 * Names in a row: "Ada, Bob and Mo".
 * @module
 */

import { gettext } from "./gettext.js";

/**
 * The first of so many names, in a sentence.
 * @param {readonly string[]} names
 * @param {number} [count] of all; those named, if left out
 * @returns {string}
 */
export function namesText(names, count = names.length) {
  const more = count - names.length;
  if (more > 0) return gettext("%(names)s and %(count)s more", { names: names.join(", "), count: more });
  return new Intl.ListFormat(document.documentElement.lang).format(names);
}
