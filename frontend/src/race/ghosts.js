/**
 * Ghosts: runs that are over, as bars that move at their recorded pace. They are no seats.
 * @module
 */

/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
/** @import { Ghost } from "./pace.js" */
import { counted } from "../lib/counted.js";
import { part, rows, slot, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { resultText } from "../lib/times.js";
import { isOver, progressAt } from "./pace.js";
import { ownBoard, ownSeat, scene } from "./state.js";

/**
 * @param {Control} control
 * @param {readonly Ghost[]} ghosts
 * @returns {{ update: (state: State) => void, tick: (now: number) => void }}
 */
export function haunt(control, ghosts) {
  const list = part(document, "#ghosts");
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#ghost-row"));
  const links = part(document, "#ghost-links");
  const linkTemplate = /** @type {HTMLTemplateElement} */ (part(document, "#ghost-link"));

  return {
    update(state) {
      const own = ownSeat(state);
      if (scene(state) !== "result" || !own) return;
      rows(links, linkTemplate, ghosts, ({ entry }) => entry, (link, { entry, name }) => {
        /** @type {HTMLAnchorElement} */ (link).href = `/entry/${own.entry}/replay?with=${entry}`;
        write(link, gettext("Side by side with %(name)s", { name }));
      });
    },
    tick(now) {
      const ms = control.clock.elapsed(now) ?? 0;
      const own = ownBoard(control.state)?.board.progress ?? 0;
      rows(list, template, ghosts, ({ entry }) => entry, (row, ghost) => {
        const progress = progressAt(ghost, ms);
        row.classList.toggle("over", isOver(ghost, ms));
        write(slot(row, "name"), ghost.name);
        write(slot(row, "state"), isOver(ghost, ms) && ghost.time !== null ? resultText(ghost.time) : lead(progress - own));
        const bar = /** @type {HTMLProgressElement} */ (slot(row, "bar"));
        const label = counted("ghost", { name: ghost.name, progress });
        if (bar.ariaLabel === label) return;
        bar.value = progress;
        bar.ariaLabel = label;
        write(slot(row, "figures"), gettext("%(progress)s of 52", { progress }));
      });
    },
  };
}

/**
 * @param {number} by how much a ghost is ahead
 * @returns {string}
 */
function lead(by) {
  if (by === 0) return gettext("level");
  return by > 0 ? gettext("%(count)s ahead", { count: by }) : gettext("%(count)s behind", { count: -by });
}
