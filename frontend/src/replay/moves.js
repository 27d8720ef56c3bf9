/**
 * The lists of actions, a page at a time: the replay's moment is marked, and a click on a line moves there.
 * @module
 */

/** @import { Control } from "./control.js" */
import { part } from "../lib/elements.js";
import { fetchText } from "../net/fetched.js";
import { patiently } from "./patience.js";

/**
 * @param {Control} control
 * @param {() => void} arrived a page is there that was not, or could not be had
 * @returns {() => void} update
 */
export function moves(control, arrived) {
  const lists = control.runs.map((run, index) => new List(control, run, index, arrived));
  return () => {
    for (const list of lists) list.update();
  };
}

class List {
  #number = -1;
  #asked = false;

  /**
   * @param {Control} control
   * @param {Control["runs"][number]} run
   * @param {number} index
   * @param {() => void} arrived a page is there that was not, or could not be had
   */
  constructor(control, run, index, arrived) {
    /** @type {HTMLDetailsElement} */
    this.root = part(document, `.replay-moves[data-run="${index}"]`);
    this.place = part(this.root, ".moments-page");
    this.control = control;
    this.run = run;
    this.index = index;
    this.arrived = arrived;
    this.place.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("[data-number]") : null;
      if (!(link instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      control.goTo(Number(link.dataset.number), index);
    });
  }

  get page() {
    return Number(this.root.dataset.page);
  }

  update() {
    const number = this.control.number(this.index);
    if (number === this.#number) return;
    if (this.run.pageOf(number) !== this.page) {
      void this.#turnTo(this.run.pageOf(number));
      return;
    }
    this.#number = number;
    this.#show(number);
  }

  /** @param {number} page */
  async #turnTo(page) {
    if (this.#asked) return;
    this.#asked = true;
    try {
      const { address = "" } = this.root.dataset;
      const text = await patiently(() => fetchText(`${address}${address.endsWith("?") ? "" : "&"}page=${page}`));
      const held = this.place.contains(document.activeElement);
      this.place.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.children);
      this.root.dataset.page = String(page);
      this.#number = -1;
      if (held) part(this.place, ".moments").focus();
    } catch {
      // A reader who has turned the page meanwhile asks again.
    } finally {
      this.#asked = false;
    }
    this.arrived();
  }

  /** @param {number} number */
  #show(number) {
    this.place.querySelector(".moment[aria-current]")?.removeAttribute("aria-current");
    const link = part(this.place, `.moment[data-number="${number}"]`);
    link.setAttribute("aria-current", "true");
    // Only the list scrolls: scrollIntoView would move the page as well.
    const list = part(this.place, ".moments");
    const above = link.offsetTop;
    const hidden = above < list.scrollTop || above + link.offsetHeight > list.scrollTop + list.clientHeight;
    if (hidden) list.scrollTop = above - list.clientHeight / 2;
  }
}
