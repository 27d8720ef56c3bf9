/**
 * The rule behind a refusal, over the buttons of the table: it covers no card, and the game goes on.
 * @module
 */

import { part, write } from "../lib/elements.js";

/**
 * @param {{ help: import("./play.js").Help }} page what the server put into the page
 * @param {(text: string) => void} say
 * @returns {(address: string) => void} shows the rule at an address of the help page, or hides it again
 */
export function rule(page, say) {
  const box = part(document, "#rule");
  return (address) => {
    if (box.matches(":popover-open")) return box.hidePopover();
    const sentence = page.help.sentences[address.slice(address.indexOf("#") + 1)] ?? "";
    write(part(box, "span"), sentence);
    /** @type {HTMLAnchorElement} */ (part(box, "a")).href = address;
    box.showPopover();
    say(sentence);
  };
}
