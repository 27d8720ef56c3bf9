/**
 * The lists of what was done: where the replay stands in them, and a press on a line goes there.
 * @module
 */

/** @import { Control } from "./control.js" */
import { part } from "../lib/elements.js";

/**
 * @param {Control} control
 * @returns {() => void} update
 */
export function moves(control) {
  const lists = control.runs.map((_, run) => {
    /** @type {HTMLDetailsElement} */
    const root = part(document, `.replay-moves[data-run="${run}"]`);
    const list = part(root, ".moments");
    const links = [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(".moment"))];
    list.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest(".moment") : null;
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      control.goTo(links.indexOf(/** @type {HTMLElement} */ (link)), run);
    });
    return { list, links, current: -1 };
  });
  return () => {
    lists.forEach((view, run) => {
      const number = control.number(run);
      if (number === view.current) return;
      view.links[view.current]?.removeAttribute("aria-current");
      view.current = number;
      const link = view.links[number];
      link.setAttribute("aria-current", "true");
      // Only the list scrolls: scrollIntoView would move the page as well.
      const { list } = view;
      const above = link.offsetTop;
      const hidden = above < list.scrollTop || above + link.offsetHeight > list.scrollTop + list.clientHeight;
      if (hidden) list.scrollTop = above - list.clientHeight / 2;
    });
  };
}
