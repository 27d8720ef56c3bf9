/**
 * The tables that may be looked at: for spectators, for those who are done, and after the race.
 * @module
 */

/** @import { BoardFrame, Seat } from "../net/messages.js" */
/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { part, rows, slot, write } from "../lib/elements.js";
import { follow } from "../lib/preferences.js";
import { Table } from "../table/table.js";
import { fill } from "./rivals.js";
import { byPlace, scene, watchNote } from "./state.js";

/**
 * @param {Control} control
 * @param {string} game
 * @returns {(state: State, before: State) => void}
 */
export function watch(control, game) {
  const section = part(document, "#watch");
  const list = part(section, "#watch-boards");
  const note = part(section, "#watch-note");
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#watch-board"));
  const picks = part(section, "#watch-switch");
  const pickTemplate = /** @type {HTMLTemplateElement} */ (part(document, "#watch-pick"));
  /** @type {Map<number, { table: Table, shown: BoardFrame }>} */
  const tables = new Map();
  /** @type {number | null} the seat whose table a small screen shows */
  let picked = null;

  picks.addEventListener("click", ({ target }) => {
    const pick = target instanceof Element ? target.closest("[data-key]") : null;
    if (pick) show(Number(pick.getAttribute("data-key")));
  });

  /** @param {number} seat */
  function show(seat) {
    picked = seat;
    for (const row of list.children) row.classList.toggle("picked", row.getAttribute("data-key") === String(seat));
    for (const pick of picks.children) {
      pick.setAttribute("aria-pressed", String(pick.getAttribute("data-key") === String(seat)));
    }
  }

  /**
   * @param {HTMLElement} row
   * @param {Seat} seat
   * @param {BoardFrame} frame
   */
  function lay(row, seat, frame) {
    const known = tables.get(seat.seat);
    if (!known) {
      const table = follow(new Table(slot(row, "table"), { game, board: frame.board, locked: true }));
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
    // All tables of those who have won look the same when the race is over.
    const seats = (shown === "result" ? byPlace(race).filter(({ state }) => state !== "won") : race.seats)
      .filter(({ seat }) => boards[seat] && (shown === "result" || seat !== race.you));
    const said = watchNote(state, seats.length > 0);
    note.hidden = said === null;
    write(note, said ? (note.dataset[said] ?? "") : "");
    section.hidden = seats.length === 0 && note.hidden;
    list.dataset.count = String(seats.length);
    /** @param {HTMLElement} row @param {Seat} seat */
    const glance = (row, seat) => fill(row, seat, race);
    rows(list, template, seats, ({ seat }) => seat, glance);
    rows(picks, pickTemplate, seats, ({ seat }) => seat, glance);
    if (seats.length) show(seats.find(({ seat }) => seat === picked)?.seat ?? seats[0].seat);
    // A table takes its size from its place on the page, so it is made after that.
    for (const seat of seats) {
      const row = /** @type {HTMLElement} */ (list.querySelector(`[data-key="${seat.seat}"]`));
      const frame = boards[seat.seat];
      if (frame) lay(row, seat, frame);
    }
  };
}
