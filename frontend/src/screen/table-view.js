/**
 * One table of the round: its players' progress at once, and the leader's board as late as watchers see it.
 * @module
 */

/** @import { BoardFrame, RaceFrame, SeatState, ServerFrame } from "../net/messages.js" */
import { part, rows, slot, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { follow } from "../lib/preferences.js";
import { lateText, remainingText, resultText } from "../lib/times.js";
import { dotted } from "../lib/wrapping.js";
import { Socket } from "../net/socket.js";
import { Leader } from "../net/leader.js";
import { byPlace, endingText, standing } from "../net/seats.js";
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
  #plays = false;

  /**
   * @param {HTMLElement} row
   * @param {string} code
   * @param {number} number
   * @param {string} address of the race's socket
   */
  constructor(row, code, number, address) {
    this.row = row;
    const link = /** @type {HTMLAnchorElement} */ (slot(row, "link"));
    link.href = `/race/${code}/`;
    write(link, gettext("Table %(number)s", { number }));
    this.socket = new Socket(address, { onFrame: (frame) => this.#hear(frame), onConnection: () => {} });
    this.socket.open();
  }

  close() {
    this.socket.close();
  }

  /**
   * @param {number} now on the page's clock
   * @param {boolean} [plays] whether the reader plays in this round
   */
  tick(now, plays = this.#plays) {
    this.#plays = plays;
    const race = this.#race;
    if (!race) return;
    this.#showBoard(race, now);
    this.#showNote(race, now);
  }

  /**
   * When the cards come, or whose they are.
   * @param {RaceFrame} race
   * @param {number} now
   */
  #showNote(race, now) {
    const note = slot(this.row, "note");
    const { delay, elapsed, state } = race;
    note.hidden = this.#shown !== undefined || state !== "running" || delay === null || elapsed === null;
    if (!note.hidden && delay !== null && elapsed !== null) {
      const wait = delay - elapsed - (now - this.#heardAt);
      const values = { left: remainingText(wait), late: lateText(delay) };
      if (this.#plays) write(note, gettext("You have a seat in this round, so you see no cards yet. Where no one is logged in, this page shows them."));
      else write(note, wait > 0 ? gettext("Cards in %(left)s: boards are shown %(late)s late", values) : gettext("Cards appear in a moment"));
    }
    const seat = race.seats.find((one) => one.seat === this.#shown?.seat);
    write(slot(this.row, "whose"), seat ? whose(seat, state === "running" ? delay : null) : "");
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
  return state === "won" ? resultText(time ?? 0) : dotted([endingText(state), String(progress)]);
}

/**
 * Whose board is shown, how far that player is, and how late the cards are.
 * @param {SeatState} seat
 * @param {number | null} delay
 */
function whose(seat, delay) {
  const late = delay === null ? "" : gettext("cards %(late)s late", { late: lateText(delay) });
  return dotted([seat.name, seat.state === "won" ? resultText(seat.time ?? 0) : gettext("%(progress)s of 52", { progress: seat.progress }), late]);
}
