/**
 * A passing message: why a request was not carried out.
 * @module
 */

import { part, write } from "./elements.js";

const SHOWN_FOR = 5000;

/**
 * @returns {(sentence: string) => void}
 */
export function toast() {
  const element = part(document, "#toast");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return (sentence) => {
    // What is said of a dialog stands in it: behind it no one would read it.
    document.querySelector("dialog:modal")?.prepend(element);
    write(element, sentence);
    element.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(() => {
      element.hidden = true;
    }, SHOWN_FOR);
  };
}
