/**
 * Long names where there is little room: the middle gives way, since two may differ in their ends alone.
 * @module
 */

/** A shorter name is cut at its end. */
const LONG = 14;
const TAIL = 4;

/** A name of more letters is set smaller beside a score, where it is to stand on one line. */
const MIDDLING = 11;

/** Two lines of a lane break between words; a word that is longer than its line is set smaller. */
const LONG_WORD = /[^\s-]{12}/;

/**
 * @param {string} name
 * @returns {string[]} what a reader takes for a letter
 */
function letters(name) {
  // Older browsers cut between code points.
  if (!("Segmenter" in Intl)) return [...name];
  return Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment);
}

/**
 * Splits a name into the part that may be cut and the end that stays.
 * @param {string} name
 * @returns {[head: string, tail: string]}
 */
export function parted(name) {
  const all = letters(name);
  return all.length > LONG ? [all.slice(0, -TAIL).join(""), all.slice(-TAIL).join("")] : [name, ""];
}

/**
 * A name in a sentence that has little room.
 * @param {string} name
 * @param {number} room in letters
 * @returns {string}
 */
export function shortened(name, room) {
  const all = letters(name);
  return all.length > room ? `${all.slice(0, room - TAIL - 1).join("")}…${all.slice(-TAIL).join("")}` : name;
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 */
export function writeName(element, name) {
  if (element.textContent === name && element.title === name) return;
  const parts = parted(name).filter(Boolean);
  // Little room may hide a part of it.
  element.title = name;
  element.classList.toggle("middling", letters(name).length > MIDDLING);
  element.classList.toggle("long", parts.length > 1);
  element.classList.toggle("long-word", LONG_WORD.test(name));
  element.replaceChildren(...parts.map((text) => {
    const span = document.createElement("span");
    span.textContent = text;
    return span;
  }));
}
