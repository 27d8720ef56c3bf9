/**
 * The time left in a round of an event, for players who are done.
 * @module
 */

/** @import { Control } from "./control.js" */
import { write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { remainingText } from "../lib/times.js";
import { isDone, scene } from "./state.js";

const TICK = 500;

/** @param {Control} control */
export function roundLeft(control) {
  /** @type {HTMLElement | null} */
  const shown = document.querySelector("#round-left");
  if (!shown) return;
  setInterval(() => {
    const { race } = control.state;
    const ms = control.clock.endsIn(performance.now());
    if (!race || ms === null || scene(control.state) !== "done") return;
    const left = remainingText(ms);
    write(shown, ms <= 0
      ? gettext("The round is over: the results are coming.")
      : race.seats.every(isDone)
      ? gettext("Everyone at this table is done. The round ends when all tables are, in %(left)s at most; results appear then.", { left })
      : gettext("The round ends when everyone is done, in %(left)s at most; results appear then.", { left }));
  }, TICK);
}
