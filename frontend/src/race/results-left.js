/**
 * When the results come, for players who are done: in a round of an event, and where only absent players hold them up.
 * @module
 */

/** @import { RaceFrame } from "../net/messages.js" */
/** @import { Control } from "./control.js" */
import { part, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { namesText } from "../lib/names.js";
import { remainingText } from "../lib/times.js";
import { isDone, scene } from "./state.js";

const TICK = 500;

/** @param {Control} control */
export function resultsLeft(control) {
  const shown = part(document, "#results-left");
  const usual = shown.textContent ?? "";
  setInterval(() => {
    const { race } = control.state;
    const ms = control.clock.endsIn(performance.now());
    if (race && ms !== null && scene(control.state) === "done") write(shown, resultsText(race, ms) || usual);
  }, TICK);
}

/**
 * @param {RaceFrame} race
 * @param {number} ms to the bell
 * @returns {string} empty if players who are there decide when
 */
export function resultsText({ kind, seats }, ms) {
  const left = remainingText(ms);
  const playing = seats.filter((seat) => !isDone(seat));
  if (kind === "event") {
    if (ms <= 0) return gettext("The round is over: the results are coming.");
    return playing.length
      ? gettext("The round ends when everyone is done, in %(left)s at most; results appear then.", { left })
      : gettext("Everyone at this table is done. The round ends when all tables are, in %(left)s at most; results appear then.", { left });
  }
  const [first, ...others] = playing;
  if (!first || ms <= 0 || !playing.every(({ away }) => away)) return "";
  if (!others.length) return gettext("%(name)s is away. Results appear in %(left)s at most.", { name: first.name, left });
  const names = namesText(playing.slice(0, 2).map(({ name }) => name), playing.length);
  return gettext("%(names)s are away. Results appear in %(left)s at most.", { names, left });
}
