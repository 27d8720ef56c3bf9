/**
 * The tables of the round: a few side by side, the others in turn.
 * @module
 */

/** @import { EventTable } from "../net/messages.js" */
import { part, rows } from "../lib/elements.js";
import { TableView } from "./table-view.js";

/** How many stand side by side: more could not be read from across a room. */
const MOST = 6;

/** How many players of a lone table have their boards side by side. */
const BOARDS = 4;

/** How long a group of tables stays, in milliseconds. */
const STAY = 20_000;

export class Tables {
  /** @type {Map<string, TableView>} */
  #views = new Map();
  /** @type {EventTable[]} */
  #tables = [];
  #group = 0;
  #since = 0;
  #plays = false;
  #result = "";

  /**
   * @param {(code: string) => string} addressOf of a race's socket
   */
  constructor(addressOf) {
    this.addressOf = addressOf;
    this.list = part(document, "#tables");
    this.template = /** @type {HTMLTemplateElement} */ (part(document, "#table"));
  }

  /**
   * Shows the tables of the latest round.
   * @param {EventTable[]} tables
   * @param {string} result of its game: how far a run came
   */
  show(tables, result) {
    this.#tables = tables;
    this.#result = result;
    this.#draw();
  }

  /**
   * Notes whether the reader plays in this round, and so sees no cards of it.
   * @param {boolean} plays
   */
  tellPlays(plays) {
    this.#plays = plays;
  }

  /** Whether the races of all shown tables are over, and their last boards have been seen. */
  get areOver() {
    return [...this.#views.values()].every(({ isOver }) => isOver);
  }

  /** @param {number} now on the page's clock */
  tick(now) {
    const groups = Math.ceil(this.#tables.length / MOST);
    if (groups > 1 && now - this.#since >= STAY) {
      this.#since = now;
      this.#group = (this.#group + 1) % groups;
      this.#draw();
    }
    const boards = this.#tables.length === 1 ? BOARDS : 1;
    for (const view of this.#views.values()) view.tick(now, this.#plays, boards);
  }

  #draw() {
    const first = this.#group * MOST >= this.#tables.length ? 0 : this.#group * MOST;
    const shown = this.#tables.map(({ code, players }, at) => ({ code, players, number: at + 1 })).slice(first, first + MOST);
    for (const [code, view] of this.#views) {
      if (shown.every((one) => one.code !== code)) {
        view.close();
        this.#views.delete(code);
      }
    }
    this.list.dataset.count = String(shown.length);
    rows(this.list, this.template, shown, ({ code }) => code, () => {});
    for (const { code, players, number } of shown) {
      if (this.#views.has(code)) continue;
      const row = /** @type {HTMLElement} */ (this.list.querySelector(`[data-key="${code}"]`));
      this.#views.set(code, new TableView(row, code, number, players, this.#result, this.addressOf(code)));
    }
  }
}
