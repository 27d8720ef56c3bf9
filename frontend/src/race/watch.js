/**
 * The boards of other seats: for spectators, for players who are done, and after the race.
 * @module
 */

/** @import { BoardFrame, RaceFrame, SeatState } from "../net/messages.js" */
/** @import { Control } from "./control.js" */
/** @import { EventPoints } from "./match.js" */
/** @import { State } from "./state.js" */
import { part, rows, slot, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { follow } from "../lib/preferences.js";
import { Table } from "../table/table.js";
import { focus } from "./focus.js";
import { showScore } from "./match.js";
import { fill } from "./rivals.js";
import { byPlace, gameOf, scene, watchNote } from "./state.js";
import { watchWords } from "./watch-note.js";

/**
 * @param {Control} control
 * @param {EventPoints} points
 * @returns {(state: State, before: State) => void}
 */
export function watch(control, points) {
  const section = part(document, "#watch");
  const list = part(section, "#watch-boards");
  const words = watchWords(control, section);
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#watch-board"));
  const picks = part(section, "#watch-switch");
  const pickTemplate = /** @type {HTMLTemplateElement} */ (part(document, "#watch-pick"));
  const show = focus(section);
  const lay = boardsIn(list);

  return (state, before) => {
    const { race, boards } = state;
    const shown = scene(state);
    if (!race || !["done", "watch", "result"].includes(shown)) return;
    // A player who has just finished may now see boards that were withheld until then.
    if (shown === "done" && ["play", "finale"].includes(scene(before))) control.ask({ t: "sync" });
    // Tables that come at once have their place before their cards.
    const isComing = shown === "watch" && race.watching === "now";
    const seats = (shown === "result" ? toLookAt(race) : race.seats.filter(({ seat }) => seat !== race.you))
      .filter(({ seat }) => isComing || boards[seat]);
    words(state, seats.length > 0);
    section.hidden = seats.length === 0 && watchNote(state, false) === null;
    list.dataset.count = String(seats.length);
    document.body.classList.toggle("has-tables", seats.length > 0);
    /** @param {HTMLElement} row @param {SeatState} seat */
    const glance = (row, seat) => {
      fill(row, seat, race);
      showScore(row, race, seat.seat, points);
    };
    /** @param {HTMLElement} row @param {SeatState} seat */
    const pick = (row, seat) => {
      glance(row, seat);
      write(slot(row, "figures"), seat.state === "won" ? "" : gettext("%(progress)s of 52", { progress: seat.progress }));
    };
    rows(list, template, seats, ({ seat }) => seat, glance);
    rows(picks, pickTemplate, seats, ({ seat }) => seat, pick);
    if (seats.length) show(race, seats, shown !== "result");
    // A table takes its size from its place on the page, so it comes after the rows.
    for (const { seat } of seats) {
      const frame = boards[seat];
      if (frame) lay(seat, frame, gameOf(race));
    }
  };
}

/**
 * Whose tables to look at after a race: the player's own before the others. Where everyone won, all look the same.
 * @param {RaceFrame} race
 * @returns {SeatState[]}
 */
export function toLookAt(race) {
  if (race.seats.every(({ state }) => state === "won")) return [];
  return byPlace(race).sort((one, other) => Number(other.seat === race.you) - Number(one.seat === race.you));
}

/**
 * Draws each seat's latest board in its row of the list.
 * @param {HTMLElement} list
 * @returns {(seat: number, frame: BoardFrame, game: string) => void}
 */
function boardsIn(list) {
  /** @type {Map<number, { table: Table, shown: BoardFrame }>} */
  const tables = new Map();
  return (seat, frame, game) => {
    const known = tables.get(seat);
    if (!known) {
      const row = /** @type {HTMLElement} */ (list.querySelector(`[data-key="${seat}"]`));
      const table = follow(new Table(slot(row, "table"), { game, board: frame.board, locked: true }));
      tables.set(seat, { table, shown: frame });
    } else if (known.shown !== frame) {
      known.table.set({ board: frame.board });
      known.shown = frame;
    }
  };
}
