/**
 * The guide through a first deal: it shows a dozen moves and says why. A step is done once its move, or an equal one,
 * has been played; the browser keeps the count with the page's address, so a reload goes on where it was.
 * @module
 */

/** @import { BoardFrame, Chances } from "../net/messages.js" */
/** @import { Table } from "../table/table.js" */
/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
/** @import { Whys } from "./guidance.js" */
import { part, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { Guidance, STEPS, nextStep } from "./guidance.js";
import { ownBoard } from "./state.js";
import { Steps } from "./steps.js";

/** How long a hint may take before the guide speaks without one, in milliseconds. */
const PATIENCE = 1000;

export class Guide {
  /** Whether it still guides. */
  isOn = true;
  #stage = part(document, "#stage");
  #root = part(this.#stage, "#guide");
  #said = part(this.#root, "#guide-said");
  #guidance;
  #control;
  #table;
  #say;
  /** The action whose hint has been asked for. */
  #asked = -1;
  /** @type {State["hint"]} the hint that is shown */
  #hint = null;
  /** @type {BoardFrame | null} the board on which it has spoken last */
  #board = null;
  #steps = new Steps(history.state?.guided ?? 0);
  /** Whether the last move was another than the one shown. */
  #strayed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {Control} control
   * @param {Whys} whys
   * @param {() => Table | null} table
   * @param {(sentence: string) => void} say
   */
  constructor(control, whys, table, say) {
    this.#control = control;
    this.#guidance = new Guidance(whys, matchMedia("(pointer: coarse)").matches);
    this.#table = table;
    this.#say = say;
    part(this.#root, "#guide-skip").onclick = () => this.#skip();
  }

  /** @param {State} state */
  update(state) {
    const board = ownBoard(state);
    if (!this.isOn) {
      // The last word stands until the next action.
      if (board !== this.#board) this.#appear(false);
      return;
    }
    // A question that was lost with the connection is asked again.
    if (state.connection !== "online") this.#asked = -1;
    if (board) this.#count(board);
    const step = nextStep(state, this.#asked, this.#control.outbox.pending.length > 0, this.#steps.done);
    if (step === "end") this.#end();
    else if (board && step === "finish") this.#finish(board, state.hint?.verdict);
    else if (board && state.hint && step === "show") this.#show(board, state.hint);
    else if (board && step === "ask") this.#ask(board.n);
  }

  /** Points again at what a refused move had cleared. */
  refused() {
    if (!this.isOn) return;
    this.#board = null;
    this.update(this.#control.state);
  }

  /** @param {BoardFrame} board */
  #count({ board, n }) {
    const shown = this.#hint;
    const step = this.#steps.take(board, n, shown?.move);
    if (!step) return;
    this.#strayed = step === "other";
    // What the guide says of a move counts more than that its card is in a cell now.
    this.#table()?.hush();
    // The next move is judged by the next hint.
    this.#hint = null;
    history.replaceState({ ...history.state, guided: this.#steps.done }, "");
  }

  /** @param {number} n how many actions the board has */
  #ask(n) {
    this.#asked = n;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#wait(), PATIENCE);
    this.#control.ask({ t: "hint" });
  }

  /** Says the rule, or its last word, while no hint is known. */
  #wait() {
    const board = ownBoard(this.#control.state);
    if (!this.isOn || !board || this.#hint?.n === board.n) return;
    if (this.#steps.done < STEPS) this.#speak(this.#guidance.any(this.#strayed));
    else this.#finish(board);
  }

  /**
   * @param {BoardFrame} board
   * @param {NonNullable<State["hint"]>} hint
   */
  #show(board, hint) {
    if (this.#hint === hint && this.#board === board) return;
    const isNew = this.#hint !== hint;
    this.#hint = hint;
    this.#board = board;
    clearTimeout(this.#timer);
    this.#table()?.point(hint.move);
    if (isNew) this.#speak(this.#sentence(board, hint));
  }

  /**
   * @param {BoardFrame} board
   * @param {NonNullable<State["hint"]>} hint
   */
  #sentence({ board }, { move, verdict }) {
    if (move) return this.#guidance.move(board, move, this.#steps.done, this.#strayed);
    return verdict === "lost" ? gettext("This deal can't be won from here any more. Undo, and the guide goes on.") : this.#guidance.any(this.#strayed);
  }

  /** @param {string} sentence */
  #speak(sentence) {
    this.#appear(true);
    const counter = part(this.#root, "#guide-step");
    const step = `${this.#steps.done + 1}/${STEPS}`;
    // Two deals in a row are asked for in the same words.
    if (this.#said.textContent === sentence && counter.textContent === step) return;
    write(counter, step);
    write(this.#said, sentence);
    this.#say(sentence);
  }

  /**
   * Says the last word: to go on, or that this deal is lost.
   * @param {BoardFrame} board
   * @param {Chances} [verdict]
   */
  #finish(board, verdict) {
    const end = part(this.#root, verdict === "lost" ? "#guide-lost" : "#guide-end");
    this.#end();
    this.#board = board;
    const rest = this.#guidance.rest(board.board);
    if (rest) end.prepend(`${rest} `);
    this.#appear(true);
    end.hidden = false;
    this.#root.dataset.state = "end";
    this.#say(end.textContent ?? "");
  }

  /** @param {boolean} shown */
  #appear(shown) {
    this.#root.hidden = !shown;
    this.#stage.classList.toggle("guided", shown);
    this.#place();
  }

  /** While it guides, the table's notices stand in its own line, beside the way out. */
  #place() {
    const notice = this.#stage.querySelector("#edge .notice");
    const place = this.isOn ? this.#root : part(this.#stage, "#edge");
    if (notice && notice.parentElement !== place) place.prepend(notice);
  }

  #skip() {
    this.#end();
    this.#table()?.point(null);
    this.#table()?.focus();
  }

  /** Ends for good, also on a page loaded again. */
  #end() {
    this.isOn = false;
    clearTimeout(this.#timer);
    this.#appear(false);
    history.replaceState(history.state, "", location.pathname);
  }
}
