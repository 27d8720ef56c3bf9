/**
 * One table of the round: its players' progress at once, and the boards in front as late as watchers see them.
 * @module
 */

/** @import { BoardFrame, RaceFrame, ServerFrame } from "../net/messages.js" */
import { part, patch, rows, slot, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { lateText, remainingText } from "../lib/times.js";
import { LateEnd, endsLate } from "../net/late-end.js";
import { Socket } from "../net/socket.js";
import { BoardView } from "./board-view.js";
import { Front } from "./front.js";
import { showLane } from "./lane-view.js";
import { cutOff } from "./words.js";

/** How long the first boards may take to come one by one, in milliseconds: until then every player keeps the place. */
const GATHERING = 2000;

export class TableView {
  /** @type {RaceFrame | null} */
  #race = null;
  /** @type {Map<number, BoardFrame>} */
  #boards = new Map();
  /** @type {BoardView[]} */
  #views = [];
  #front = new Front();
  #end = new LateEnd();
  #heardAt = 0;
  #firstBoardAt = Infinity;
  #plays = false;
  #most = 1;
  /** Who still played when the time was up. @type {readonly number[]} */
  #cutOff = [];

  /**
   * @param {HTMLElement} row
   * @param {string} code
   * @param {number} number
   * @param {readonly string[]} players by seat: they are named before the race has told how far they are
   * @param {string} result of the game: how far a run came
   * @param {string} address of the race's socket
   */
  constructor(row, code, number, players, result, address) {
    this.row = row;
    this.result = result;
    const link = /** @type {HTMLAnchorElement} */ (slot(row, "link"));
    link.href = `/race/${code}/`;
    write(link, gettext("Table %(number)s", { number }));
    rows(slot(row, "others"), template("#lane"), players.map((name, seat) => ({ name, seat })), ({ seat }) => seat, (lane, { name }) => {
      write(slot(lane, "name"), name);
    });
    this.socket = new Socket(address, { onFrame: (frame) => this.#hear(frame), onConnection: () => {} });
    this.socket.open();
  }

  /** Whether the race is over, and its last boards have been seen. */
  get isOver() {
    return this.#race?.state === "over" && !this.#end.isOn;
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
    if (!this.#race) return;
    if (this.#end.isOn) for (const board of this.#end.due(now)) this.#lay(board, now);
    this.#showSeats(this.#race, now);
    this.#showWait(this.#race, now);
  }

  /** @param {ServerFrame} frame */
  #hear(frame) {
    const now = performance.now();
    if (frame.t === "race") {
      const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (this.#race && endsLate(this.#race, frame) && !this.#plays) this.#end.begin(frame, now, calm);
      if (this.#race?.state === "running") this.#cutOff = cutOff(this.#race, frame);
      this.#race = frame;
      this.#heardAt = now;
    } else if (frame.t === "board") {
      if (this.#end.isOn) this.#end.hear(frame);
      else this.#lay(frame, now);
    }
    this.tick(now);
  }

  /**
   * @param {BoardFrame} board
   * @param {number} now
   */
  #lay(board, now) {
    this.#boards.set(board.seat, board);
    this.#firstBoardAt = Math.min(this.#firstBoardAt, now);
  }

  /**
   * When the first cards come, over the felt on which they will lie.
   * @param {RaceFrame} race
   * @param {number} now
   */
  #showWait({ delay, elapsed, state }, now) {
    const isWaiting = this.#boards.size === 0 && state === "running" && delay !== null && elapsed !== null;
    patch(slot(this.row, "wait"), { hidden: !isWaiting });
    if (!isWaiting) return;
    const wait = delay - elapsed - (now - this.#heardAt);
    const counts = wait > 0 && !this.#plays;
    write(slot(this.row, "coming"), counts ? gettext("First cards in") : "");
    write(slot(this.row, "left"), counts ? remainingText(wait) : "");
    write(slot(this.row, "note"), this.#waitText(counts, delay));
  }

  /**
   * @param {boolean} counts whether the cards are counted down to
   * @param {number} delay
   */
  #waitText(counts, delay) {
    if (this.#plays) return gettext("You have a seat in this round, so you see no cards yet. Where no one is logged in, this page shows them.");
    return counts ? gettext("Boards are shown %(late)s late", { late: lateText(delay) }) : gettext("Cards appear in a moment");
  }

  /**
   * In the order of the table: those in front over their boards, the others in lines.
   * @param {RaceFrame} race
   * @param {number} now
   */
  #showSeats(race, now) {
    const gathers = now - this.#firstBoardAt < GATHERING || this.#boards.size === 0;
    const seats = race.seats.map(({ seat }) => seat).filter((seat) => seat !== race.you && (gathers || this.#boards.has(seat)));
    const inFront = seats.length ? this.#front.pick(race, seats, this.#most, now) : [];
    const shown = race.seats.filter(({ seat }) => inFront.includes(seat));
    const list = slot(this.row, "boards");
    patch(list.dataset, { count: String(shown.length) });
    rows(list, template("#board"), shown.map((_, at) => at), (at) => at, () => {});
    this.#views = shown.map((_, at) => this.#views[at] ?? new BoardView(/** @type {HTMLElement} */ (list.children[at])));
    shown.forEach((seat, at) => this.#views[at].show(race, seat, this.#boards.get(seat.seat), this.result, this.#cutOff.includes(seat.seat)));
    const others = race.seats.filter(({ seat }) => !inFront.includes(seat));
    rows(slot(this.row, "others"), template("#lane"), others, ({ seat }) => seat, (lane, seat) => showLane(lane, race, seat, this.#cutOff.includes(seat.seat)));
  }
}

/**
 * @param {string} selector
 * @returns {HTMLTemplateElement}
 */
function template(selector) {
  return part(document, selector);
}
