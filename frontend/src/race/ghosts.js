/**
 * Ghosts: finished runs that race along at their recorded pace. They hold no seats.
 * @module
 */

/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
/** @import { Ghost } from "./pace.js" */
import { part, rows, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { ending } from "./announcements.js";
import { haunted } from "./pace.js";
import { START, isDone, ownSeat, scene } from "./state.js";

/**
 * Shows the race to some views with its ghosts in it, as they move.
 * @param {Control} control
 * @param {readonly Ghost[]} ghosts
 * @param {((after: State, before: State) => void)[]} views
 * @param {(sentence: string) => void} say
 * @returns {{ update: (state: State) => void, tick: (now: number) => void }}
 */
export function haunt(control, ghosts, views, say) {
  const links = part(document, "#ghost-links");
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#ghost-link"));
  // One link is enough: the places lead to each run.
  const runs = ghosts.filter(({ entry }) => entry !== null).slice(0, 1);
  let shown = START;
  let moved = "";

  /** @param {State} state */
  function show(state) {
    const before = shown;
    shown = haunted(state, ghosts, control.clock.elapsed(performance.now()) ?? 0);
    moved = trace(shown);
    for (const view of views) view(shown, before);
    if (ghosts.length && scene(shown) === "play") finished(before, shown).forEach((seat) => say(ending(seat)));
  }

  return {
    update(state) {
      show(state);
      const own = ownSeat(state);
      if (scene(state) !== "result" || !own) return;
      rows(links, template, runs, ({ entry }) => Number(entry), (link, { entry, name }) => {
        /** @type {HTMLAnchorElement} */ (link).href = `/entry/${own.entry}/replay?with=${entry}`;
        write(link, gettext("Side by side with %(name)s", { name }));
      });
    },
    tick(now) {
      if (!ghosts.length || scene(control.state) !== "play") return;
      if (trace(haunted(control.state, ghosts, control.clock.elapsed(now) ?? 0)) !== moved) show(control.state);
    },
  };
}

/**
 * @param {State} state
 * @returns {string} what changes when a ghost moves
 */
function trace({ race }) {
  return race?.seats.map(({ state, progress }) => `${state} ${progress}`).join() ?? "";
}

/**
 * The ghosts that have just ended: the server, which knows nothing of them, tells no one.
 * @param {State} before
 * @param {State} after
 */
function finished({ race: before }, { race }) {
  const running = new Set(before?.seats.filter((seat) => !isDone(seat)).map(({ seat }) => seat));
  return race?.seats.filter((seat) => seat.seat !== race.you && isDone(seat) && running.has(seat.seat)) ?? [];
}
