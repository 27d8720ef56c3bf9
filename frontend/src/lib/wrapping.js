/**
 * Where lines may break.
 * @module
 */

const NO_BREAK_SPACE = "\u00a0";

/**
 * @param {string} text such as "20 of 52 home"
 * @returns {string} the same; a line breaks behind the number of all cards or not at all
 */
export function countText(text) {
  return text.replaceAll(" ", NO_BREAK_SPACE).replace(`52${NO_BREAK_SPACE}`, "52 ");
}

/**
 * @param {string} sentence such as "Ada wins with 20 of 52 cards home", or "Place 2 of 3"
 * @returns {string} the same; no line breaks within the count
 */
export function countsKept(sentence) {
  return sentence.replace(/(\d+) (\S+) (\d+)\b/g, `$1${NO_BREAK_SPACE}$2${NO_BREAK_SPACE}$3`);
}

/**
 * @param {readonly string[]} facts
 * @returns {string} those that aren't empty, in a row; no line begins with a dot
 */
export function dotted(facts) {
  return facts.filter(Boolean).join(`${NO_BREAK_SPACE}· `);
}
