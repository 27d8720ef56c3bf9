/**
 * The tables of the runs, with the latest action of each.
 * @module
 */

/** @import { Control } from "./control.js" */
import { counted } from "../lib/counted.js";
import { part, slot, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { dotted } from "../lib/wrapping.js";
import { Table } from "../table/table.js";

/**
 * @param {Control} control
 * @param {string} game
 * @returns {() => void} update
 */
export function boards(control, game) {
  const shown = control.runs.map((run, i) => {
    const root = part(document, `.replay-run[data-run="${i}"]`);
    const table = new Table(slot(root, "table"), { game, board: run.frame(0)?.board ?? null, locked: true });
    return { root, table, number: 0 };
  });
  return () => {
    shown.forEach((view, i) => {
      const run = control.runs[i];
      const number = control.number(i);
      run.want(number);
      const frame = run.frame(number);
      view.root.ariaBusy = String(!frame);
      if (!frame) return;
      const { board, text, thought } = frame;
      if (number !== view.number) view.table.set({ board });
      view.number = number;
      view.root.classList.toggle("leading", control.runs.length > 1 && i === control.lead);
      const place = gettext("Move %(number)s of %(last)s", { number: run.movesAt(number), last: run.moves });
      write(slot(view.root, "home"), gettext("Now: %(result)s", { result: counted("result", { progress: board.progress }) }));
      const next = control.isHurrying ? run.frame(number + 1)?.thought : "";
      const pause = next ? gettext("thinking for %(time)s, shortened", { time: next }) : "";
      write(slot(view.root, "did"), dotted([place, text, pause || thought]));
    });
  };
}
