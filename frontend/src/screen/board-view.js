/**
 * A board on the projected page, with whose it is. The next player's may take its place.
 * @module
 */

/** @import { BoardFrame } from "../net/messages.js" */
import { slot, write } from "../lib/elements.js";
import { follow } from "../lib/preferences.js";
import { Table } from "../table/table.js";

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
   * @param {BoardFrame} frame
   * @param {string} game
   * @param {string} whose
   */
  show(frame, game, whose) {
    write(slot(this.row, "owner"), whose);
    if (frame === this.#shown) return;
    if (!this.#table) {
      this.#table = follow(new Table(slot(this.row, "cards"), { game, board: frame.board, locked: true }));
    } else {
      this.#table.set({ board: frame.board, still: frame.seat !== this.#shown?.seat });
    }
    this.#shown = frame;
  }
}
