/**
 * One table of the round: its players' progress at once, and the boards in front as late as watchers see them.
 * @module
 */

/** @import { BoardFrame, RaceFrame, SeatState, ServerFrame } from "../net/messages.js" */
import { part, rows, slot, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { lateText, remainingText, resultText } from "../lib/times.js";
import { dotted } from "../lib/wrapping.js";
import { Socket } from "../net/socket.js";
import { byPlace, endingText, standing } from "../net/seats.js";
import { BoardView } from "./board-view.js";
import { Front } from "./front.js";

export class TableView {
  /** @type {RaceFrame | null} */
  #race = null;
  /** @type {Map<number, BoardFrame>} */
  #boards = new Map();
  /** @type {readonly number[]} the seats whose boards are shown */
  #shown = [];
  /** @type {BoardView[]} */
  #views = [];
  #front = new Front();
  #heardAt = 0;
  #plays = false;
  #most = 1;

  /**
   * @param {HTMLElement} row
   * @param {string} code
   * @param {number} number
   * @param {readonly string[]} players by seat: they are named before the race has told how far they are
   * @param {string} address of the race's socket
   */
  constructor(row, code, number, players, address) {
    this.row = row;
    const link = /** @type {HTMLAnchorElement} */ (slot(row, "link"));
    link.href = `/race/${code}/`;
    write(link, gettext("Table %(number)s", { number }));
    rows(slot(row, "lanes"), laneTemplate(), players.map((name, seat) => ({ name, seat })), ({ seat }) => seat, (lane, { name }) => {
      write(slot(lane, "name"), name);
    });
    this.socket = new Socket(address, { onFrame: (frame) => this.#hear(frame), onConnection: () => {} });
    this.socket.open();
  }

  close() {
    this.socket.close();
  }

  /**
   * @param {number} now on the page's clock
   * @param {boolean} [plays] whether the reader plays in this round
   * @param {number} [most] how many boards it may show
   */
  tick(now, plays = this.#plays, most = this.#most) {
    this.#plays = plays;
    this.#most = most;
    const race = this.#race;
    if (!race) return;
    this.#showBoards(race, now);
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
    note.hidden = this.#shown.length > 0 || state !== "running" || delay === null || elapsed === null;
    if (!note.hidden && delay !== null && elapsed !== null) {
      const wait = delay - elapsed - (now - this.#heardAt);
      const values = { left: remainingText(wait), late: lateText(delay) };
      if (this.#plays) write(note, gettext("You have a seat in this round, so you see no cards yet. Where no one is logged in, this page shows them."));
      else write(note, wait > 0 ? gettext("Cards in %(left)s: boards are shown %(late)s late", values) : gettext("Cards appear in a moment"));
    }
    // Of several boards each says whose it is.
    const owner = this.#shown.length === 1 ? ownerOf(race, this.#shown[0]) : "";
    const late = this.#shown.length && state === "running" && delay !== null ? gettext("cards %(late)s late", { late: lateText(delay) }) : "";
    write(slot(this.row, "whose"), dotted([owner, late]));
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
    rows(slot(this.row, "lanes"), laneTemplate(), byPlace(race), ({ seat }) => seat, (lane, seat) => {
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
  #showBoards(race, now) {
    const seats = race.seats.map(({ seat }) => seat).filter((seat) => seat !== race.you && this.#boards.has(seat));
    if (!seats.length) return;
    this.#shown = this.#front.pick(race, seats, this.#most, now);
    this.row.classList.add("has-board");
    const list = slot(this.row, "boards");
    list.dataset.count = String(this.#shown.length);
    const template = /** @type {HTMLTemplateElement} */ (part(document, "#board"));
    const places = this.#shown.map((seat, at) => ({ seat, at }));
    rows(list, template, places, ({ at }) => at, () => {});
    this.#views = places.map(({ at }) => this.#views[at] ?? new BoardView(/** @type {HTMLElement} */ (list.children[at])));
    const [game] = race.rules.split("/");
    for (const { seat, at } of places) {
      const frame = this.#boards.get(seat);
      if (frame) this.#views[at].show(frame, game, ownerOf(race, seat));
    }
  }
}

/** @returns {HTMLTemplateElement} */
function laneTemplate() {
  return /** @type {HTMLTemplateElement} */ (part(document, "#lane"));
}

/** @param {SeatState} seat */
function figure({ state, time, progress }) {
  return state === "won" ? resultText(time ?? 0) : dotted([endingText(state), String(progress)]);
}

/**
 * Whose board is shown, and how far that player is.
 * @param {RaceFrame} race
 * @param {number} shown the seat
 */
function ownerOf({ seats }, shown) {
  const seat = seats.find((one) => one.seat === shown);
  if (!seat) return "";
  return dotted([seat.name, seat.state === "won" ? resultText(seat.time ?? 0) : gettext("%(progress)s of 52", { progress: seat.progress })]);
}
