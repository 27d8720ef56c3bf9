/**
 * One table of the round: its players' progress at once, and the leader's board as late as watchers see it.
 * @module
 */

/** @import { BoardFrame, RaceFrame, SeatState, ServerFrame } from "../net/messages.js" */
import { part, rows, slot, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { follow } from "../lib/preferences.js";
import { remainingText, resultText } from "../lib/times.js";
import { Socket } from "../net/socket.js";
import { Leader } from "../net/leader.js";
import { byPlace, standing } from "../net/seats.js";
import { Table } from "../table/table.js";

export class TableView {
  /** @type {RaceFrame | null} */
  #race = null;
  /** @type {Map<number, BoardFrame>} */
  #boards = new Map();
  /** @type {Table | null} */
  #table = null;
  /** @type {BoardFrame | undefined} */
  #shown;
  #leader = new Leader();
  #heardAt = 0;

  /**
   * @param {HTMLElement} row
   * @param {string} code
   * @param {number} number
   * @param {string} address of the race's socket
   * @param {number} delay of the boards, in milliseconds
   */
  constructor(row, code, number, address, delay) {
    this.row = row;
    this.delay = delay;
    const link = /** @type {HTMLAnchorElement} */ (slot(row, "link"));
    link.href = `/race/${code}/`;
    write(link, gettext("Table %(number)s", { number }));
    this.socket = new Socket(address, { onFrame: (frame) => this.#hear(frame), onConnection: () => {} });
    this.socket.open();
  }

  close() {
    this.socket.close();
  }

  /** @param {number} now on the page's clock */
  tick(now) {
    const race = this.#race;
    if (!race) return;
    this.#showBoard(race, now);
    const wait = race.elapsed === null ? null : this.delay - race.elapsed - (now - this.#heardAt);
    const note = slot(this.row, "note");
    note.hidden = this.#shown !== undefined || race.state !== "running";
    if (!note.hidden && wait !== null) {
      write(note, wait > 0 ? gettext("Cards appear in %(left)s", { left: remainingText(wait) }) : gettext("Cards appear in a moment"));
    }
  }

  /** @param {ServerFrame} frame */
  #hear(frame) {
    if (frame.t === "race") {
      this.#race = frame;
      this.#heardAt = performance.now();
      this.#showLanes(frame);
    } else if (frame.t === "board") {
      this.#boards.set(frame.seat, frame);
    }
    this.tick(performance.now());
  }

  /** @param {RaceFrame} race */
  #showLanes(race) {
    const template = /** @type {HTMLTemplateElement} */ (part(document, "#lane"));
    rows(slot(this.row, "lanes"), template, byPlace(race), ({ seat }) => seat, (lane, seat) => {
      lane.dataset.state = seat.state;
      write(slot(lane, "place"), String(standing(race, seat) ?? ""));
      write(slot(lane, "name"), seat.name);
      write(slot(lane, "figure"), figure(seat));
      const bar = /** @type {HTMLProgressElement} */ (slot(lane, "bar"));
      bar.value = seat.progress;
      bar.ariaLabel = gettext("%(name)s: %(progress)s of 52", { name: seat.name, progress: seat.progress });
    });
  }

  /** @param {RaceFrame} race @param {number} now */
  #showBoard(race, now) {
    const seats = race.seats.map(({ seat }) => seat).filter((seat) => seat !== race.you && this.#boards.has(seat));
    if (!seats.length) return;
    const seat = this.#leader.follow(race, seats, now);
    const frame = this.#boards.get(seat);
    if (!frame || frame === this.#shown) return;
    this.row.classList.add("has-board");
    const game = race.rules.split("/")[0];
    if (!this.#table) {
      this.#table = follow(new Table(slot(this.row, "board"), { game, board: frame.board, locked: true }));
    } else {
      this.#table.set({ board: frame.board, still: frame.seat !== this.#shown?.seat });
    }
    this.#shown = frame;
  }
}

/** @param {SeatState} seat */
function figure({ state, time, progress }) {
  return state === "won" ? resultText(time ?? 0) : String(progress);
}
