/**
 * The tables that may be looked at: for spectators, for those who are done, and after the race.
 * @module
 */

/** @import { BoardFrame, Seat } from "../net/messages.js" */
/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { part, rows, slot, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { Table } from "../table/table.js";
import { stateText } from "./rivals.js";
import { byPlace, scene } from "./state.js";

/**
 * @param {Control} control
 * @param {string} game
 * @returns {(state: State, before: State) => void}
 */
export function watch(control, game) {
  const section = part(document, "#watch");
  const list = part(section, "#watch-boards");
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#watch-board"));
  /** @type {Map<number, { table: Table, shown: BoardFrame }>} */
  const tables = new Map();

  /**
   * @param {HTMLElement} row
   * @param {Seat} seat
   * @param {BoardFrame} frame
   */
  function fill(row, seat, frame) {
    write(slot(row, "name"), seat.name);
    const home = gettext("%(progress)s of 52", { progress: seat.progress });
    write(slot(row, "figures"), [home, stateText(seat)].filter(Boolean).join(" · "));
    const known = tables.get(seat.seat);
    if (!known) {
      const table = new Table(slot(row, "table"), { game, board: frame.board, locked: true });
      tables.set(seat.seat, { table, shown: frame });
    } else if (known.shown !== frame) {
      known.table.set({ board: frame.board });
      known.shown = frame;
    }
  }

  return (state, before) => {
    const { race, boards } = state;
    const shown = scene(state);
    if (!race || !["done", "watch", "result"].includes(shown)) return;
    // Whoever has just come to the end may see from now on what was not sent before.
    if (shown === "done" && scene(before) === "play") control.ask({ t: "sync" });
    const seats = (shown === "result" ? byPlace(race) : race.seats)
      .filter(({ seat }) => boards[seat] && (shown === "result" || seat !== race.you));
    section.hidden = seats.length === 0;
    list.dataset.count = String(seats.length);
    rows(list, template, seats, ({ seat }) => seat, () => {});
    // A table takes its size from its place on the page, so it is made after that.
    for (const seat of seats) {
      const row = /** @type {HTMLElement} */ (list.querySelector(`[data-key="${seat.seat}"]`));
      const frame = boards[seat.seat];
      if (frame) fill(row, seat, frame);
    }
  };
}
