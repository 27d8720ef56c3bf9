/**
 * The card table: a component to show and play a board. It knows no rules.
 * @module
 */

/** @import { Config, Preferences, Refusal, Update } from "./types.js" */
/** @import { State } from "./state.js" */
import { gettext } from "../lib/gettext.js";
import { cut } from "./anim.js";
import { destroy, focusTable, lock, prefer, refuse, set, settled } from "./api.js";
import { progress } from "./board.js";
import { bind } from "./events.js";
import { showHelp } from "./help.js";
import { pointAt, showHint } from "./hint.js";
import { hideNotice } from "./notice.js";
import { collect, collectRefusal, deal, redo, undo } from "./play.js";
import { canRedo } from "./redo.js";
import { type } from "./typed.js";
import { render } from "./render.js";
import { headless } from "./state.js";
import { confirm } from "./sync.js";

export class Table {
  /** @type {State} */
  #state;
  /** @type {() => void} */
  #unbind;

  /**
   * @param {HTMLElement} element becomes the table; its size is the table's size
   * @param {Config} config
   */
  constructor(element, config) {
    const { width, height } = element.getBoundingClientRect();
    const state = headless(config, { width, height });
    this.#state = { ...state, dom: furnish(element, config) };
    element.classList.toggle("locked", state.locked);
    confirm(this.#state, config.board ?? null, 0);
    render(this.#state);
    this.#unbind = bind(this.#state);
  }

  /**
   * Shows a board of the server and animates the difference.
   * @param {Update} update
   */
  set(update) {
    set(this.#state, update);
  }

  /**
   * Takes the unconfirmed moves back and says why at the table's edge.
   * @param {Refusal} refusal
   */
  refuse(refusal) {
    refuse(this.#state, refusal);
  }

  /**
   * Locks or unlocks play; looking is always allowed.
   * @param {boolean} locked
   */
  lock(locked) {
    lock(this.#state, locked);
  }

  /**
   * Applies changed preferences.
   * @param {Preferences} preferences
   */
  prefer(preferences) {
    prefer(this.#state, preferences);
  }

  /** Takes the last move back, like the key Z. */
  undo() {
    hideNotice(this.#state);
    undo(this.#state);
  }

  /** Plays again what was undone last, like Shift and Z. */
  redo() {
    hideNotice(this.#state);
    redo(this.#state);
  }

  /** Whether there is something to redo. */
  get canRedo() {
    return canRedo(this.#state);
  }

  /** How far the run is with the moves that the server has not answered yet; null without a board. */
  get progress() {
    return progress(this.#state);
  }

  /** Deals from the stock, like the key D. */
  deal() {
    hideNotice(this.#state);
    deal(this.#state);
  }

  /** Sends home every card that can go without harm, like the key C. */
  collect() {
    hideNotice(this.#state);
    collect(this.#state);
  }

  /** Why nothing would be collected; empty if something would. */
  get collectRefusal() {
    return collectRefusal(this.#state);
  }

  /**
   * Shows a move to the player, without playing it.
   * @param {string} move in notation, or "deal"
   */
  hint(move) {
    showHint(this.#state, move);
  }

  /**
   * Points at a move without a word, or at nothing.
   * @param {string | null} move in notation, or "deal"
   */
  point(move) {
    pointAt(this.#state, move);
  }

  /**
   * Plays what is typed: a move in notation, "deal", "undo", "redo", "collect" or "hint"; "n" names the cards dealt last.
   * @param {string} text
   * @returns {boolean} whether it could be played; if not, the table has said why
   */
  type(text) {
    hideNotice(this.#state);
    return type(this.#state, text);
  }

  /** Takes the line at the table's edge away. */
  hush() {
    hideNotice(this.#state);
  }

  /** Waits until the cards lie still. */
  settled() {
    return settled(this.#state);
  }

  /** Puts cards on their way where they belong. */
  settle() {
    cut(this.#state);
  }

  /** Shows the list of keys. */
  showKeys() {
    showHelp(this.#state);
  }

  /** Gives the keyboard to the table. */
  focus() {
    focusTable(this.#state);
  }

  /** Takes listeners and elements away. */
  destroy() {
    this.#unbind();
    destroy(this.#state);
  }
}

/**
 * @param {HTMLElement} root
 * @param {Config} config
 * @returns {State["dom"]}
 */
function furnish(root, { words, edge = root }) {
  root.classList.add("card-table");
  root.setAttribute("role", "application");
  root.setAttribute("aria-label", gettext("Card table"));
  const felt = document.createElement("div");
  felt.className = "felt";
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.hidden = true;
  root.replaceChildren(felt);
  edge.prepend(notice);
  return { root, felt, notice, words: words ?? null, piles: new Map(), cards: new Map(), animations: new Map(), focused: null, layout: null };
}
