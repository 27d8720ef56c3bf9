/**
 * A board on the projected page beneath its player's line. The next player's may take its place.
 * @module
 */

/** @import { BoardFrame, RaceFrame, SeatState } from "../net/messages.js" */
import { slot, write } from "../lib/elements.js";
import { follow } from "../lib/preferences.js";
import { Table } from "../table/table.js";
import { showLane } from "./lane-view.js";
import { shownText } from "./words.js";

export class BoardView {
  /** @type {Table | null} */
  #table = null;
  /** @type {BoardFrame | undefined} */
  #shown;

  /** @param {HTMLElement} row */
  constructor(row) {
    this.row = row;
  }

  /**
   * @param {RaceFrame} race
   * @param {SeatState} seat
   * @param {BoardFrame | undefined} frame none before the first cards may be seen
   * @param {string} result of the game: how far a run came
   * @param {boolean} isCutOff whether the time of the run was up
   */
  show(race, seat, frame, result, isCutOff) {
    showLane(slot(this.row, "lane"), race, seat, isCutOff);
    write(slot(this.row, "shown"), shownText(race, frame, result));
    if (!frame || frame === this.#shown) return;
    if (!this.#table) {
      const [game] = race.rules.split("/");
      this.#table = follow(new Table(slot(this.row, "cards"), { game, board: frame.board, locked: true }));
    } else {
      this.#table.set({ board: frame.board, still: frame.seat !== this.#shown?.seat });
    }
    this.#shown = frame;
  }
}
