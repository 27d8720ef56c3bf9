/**
 * The rule behind a refusal, in the refusal's place below the cards: nothing moves, and the game goes on.
 * @module
 */

import { part, write } from "../lib/elements.js";

/**
 * @param {{ help: import("./play.js").Help }} page what the server put into the page
 * @param {(text: string) => void} say
 * @returns {{ toggle: (address: string) => void, close: () => void }} shows the rule at an address of the help page, or hides it again
 */
export function rule(page, say) {
  const box = part(document, "#rule");
  const { isOpen, show, hide } = "popover" in box ? popover(box) : plain(box);
  part(box, ".dismiss").onclick = hide;
  const edge = part(document, "#edge");
  // A popover lies above the whole page and so can't be placed by the element that holds it.
  const place = () => {
    const { left, right, bottom } = edge.getBoundingClientRect();
    const page = document.documentElement;
    box.style.setProperty("--below", `${innerHeight - bottom}px`);
    box.style.setProperty("--from", `${left}px`);
    box.style.setProperty("--to", `${page.clientWidth - right}px`);
  };
  addEventListener("resize", () => isOpen() && place());
  return { toggle, close: () => isOpen() && hide() };

  /** @param {string} address */
  function toggle(address) {
    if (isOpen()) return hide();
    const sentence = page.help.sentences[address.slice(address.indexOf("#") + 1)] ?? "";
    write(part(box, "span"), sentence);
    /** @type {HTMLAnchorElement} */ (part(box, "a")).href = address;
    place();
    show();
    say(sentence);
  }
}

/** @param {HTMLElement} box */
function popover(box) {
  box.hidden = false;
  return { isOpen: () => box.matches(":popover-open"), show: () => box.showPopover(), hide: () => box.hidePopover() };
}

/**
 * The same for a browser without popovers: Esc or a press anywhere else closes the box.
 * @param {HTMLElement} box
 */
function plain(box) {
  const hide = () => void (box.hidden = true);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
  document.addEventListener("pointerdown", ({ target }) => target instanceof Node && !box.contains(target) && hide());
  return { isOpen: () => !box.hidden, show: () => void (box.hidden = false), hide };
}
