/**
 * The one door for what the server says and what the player does.
 * @module
 */

/** @import { ClientFrame, RefusedFrame, ServerFrame } from "../net/messages.js" */
/** @import { Connection } from "../net/socket.js" */
/** @import { State } from "./state.js" */
import { backoff } from "../net/backoff.js";
import { Outbox } from "../net/outbox.js";
import { SILENCE, afterFrame, questionOf, without } from "./asking.js";
import { Clock } from "./clock.js";
import { START, withFrame } from "./state.js";

/**
 * Refusals of what may be done in a moment: the moves are kept and sent again.
 * @type {ReadonlySet<RefusedFrame["code"]>}
 */
const LATER = new Set(["too-many", "not-stored", "unavailable", "internal"]);

/**
 * What reacts to a change.
 * @typedef {object} Reactions
 * @property {(after: State, before: State) => void} changed
 * @property {(frame: RefusedFrame) => void} refused something that the player asked for
 * @property {() => void} delayed moves wait for room at the server
 * @property {() => void} unanswered nothing has come of what the player asked for
 */

/**
 * @typedef {object} Surroundings
 * @property {(frame: ClientFrame) => boolean} send
 * @property {() => number} now milliseconds on this page's clock
 * @property {(work: () => void, ms: number) => unknown} setTimer
 * @property {() => number} random from 0 to 1
 */

export class Control {
  /** @type {State} */
  state = START;
  clock = new Clock();
  /** Whether no move is sent before the own board has come. */
  #adrift = true;
  /** Whether no board counts as long as the timer runs. */
  #pausing = false;
  /** Whether the timer runs after which a board that has not come is asked for. */
  #asking = false;
  #postponed = 0;
  #questions = 0;
  /** The state that the reactions know. */
  #told = START;
  #isTelling = false;
  /**
   * The seat whose moves wait.
   * @type {number | null}
   */
  #seat = null;

  /**
   * @param {Surroundings} surroundings
   * @param {Reactions} reactions
   */
  constructor(surroundings, reactions) {
    this.surroundings = surroundings;
    this.reactions = reactions;
    this.outbox = new Outbox((frame) => void surroundings.send(frame));
  }

  /** @param {ServerFrame} frame */
  serverUpdate(frame) {
    if (frame.t === "refused") {
      this.#refused(frame);
      return;
    }
    // The answer to the move that waits tells that there is room again.
    if (frame.t === "slow") {
      this.outbox.hold();
      this.reactions.delayed();
    }
    if (frame.t === "race") {
      // After a log-in the player has another seat, to which none of these moves belong.
      if (frame.you !== null && frame.you !== (this.#seat ??= frame.you)) this.outbox.reject(1);
      this.#seat = frame.you ?? this.#seat;
      this.clock.update(frame, this.surroundings.now());
    }
    if (frame.t === "board" && frame.seat === this.state.race?.you) this.#confirm(frame.n);
    this.#become({ ...withFrame(this.state, frame), asked: afterFrame(this.state.asked, frame) });
  }

  /**
   * @param {Connection} connection
   * @param {number | null} closeCode
   */
  connectionUpdate(connection, closeCode) {
    // What was sent before a break may be lost; the next board tells what arrived.
    this.#drift();
    this.#become({ ...this.state, connection, closeCode, asked: {} });
  }

  /**
   * An action on the table; it is never lost, with or without a connection.
   * @param {string} text a move, "deal" or "undo"
   */
  act(text) {
    this.outbox.add(text);
  }

  /**
   * Anything else that the player wants; only worth saying while there is a connection. What is to be answered is in
   * the state's `asked` until it is, or will not be any more.
   * @param {ClientFrame} frame
   */
  ask(frame) {
    const sent = this.surroundings.send(frame);
    if (frame.t === "alarm" && !frame.on) this.#become({ ...this.state, asked: without(this.state.asked, "alarm") });
    const question = questionOf(frame);
    if (!question) return;
    if (!sent) {
      this.reactions.unanswered();
      return;
    }
    this.#questions += 1;
    const number = this.#questions;
    this.#become({ ...this.state, asked: { ...this.state.asked, [question]: number } });
    this.surroundings.setTimer(() => {
      if (this.state.asked[question] !== number) return;
      this.#become({ ...this.state, asked: without(this.state.asked, question) });
      this.reactions.unanswered();
    }, SILENCE);
  }

  /** @param {number} n */
  #confirm(n) {
    if (this.outbox.confirm(n)) this.#postponed = 0;
    if (this.#pausing) return;
    this.#adrift = false;
    this.outbox.resume();
  }

  /** @param {RefusedFrame} frame */
  #refused(frame) {
    const waited = Object.keys(this.state.asked).length > 0;
    // Which question it is about is not told, and hardly ever are there two.
    if (frame.n === null && waited) this.#become({ ...this.state, asked: {} });
    if (LATER.has(frame.code)) {
      // How fast a page may send is not the player's business; that moves wait is.
      if (frame.code !== "too-many" || waited) this.reactions.refused({ ...frame, n: null });
      else if (!this.#pausing) this.reactions.delayed();
      this.#pausing = true;
      this.#resync();
      return;
    }
    switch (frame.code) {
      case "stale":
        this.outbox.reject(1);
        this.#resync();
        break;
      case "gap":
        this.#resync();
        return;
      case "bad-frame":
      case "bad-json":
      case "bad-message":
      case "too-large":
        // Which action it was is not told: the board tells what is stored.
        this.outbox.reject(1);
        this.#resync();
        break;
      default:
        if (frame.n !== null) this.#reject(frame.n);
    }
    this.reactions.refused(frame);
  }

  /** @param {number} n */
  #reject(n) {
    this.outbox.reject(n);
    if (!this.#adrift) this.outbox.resume();
  }

  #drift() {
    this.#adrift = true;
    this.outbox.hold();
  }

  /** Keeps the moves until a board has come, and asks for one if none does. */
  #resync() {
    this.#drift();
    if (this.#asking) return;
    this.#asking = true;
    this.#postponed += 1;
    this.surroundings.setTimer(() => {
      this.#asking = this.#pausing = false;
      if (this.#adrift) this.surroundings.send({ t: "sync" });
    }, backoff(this.#postponed + 1, this.surroundings.random));
  }

  /** @param {State} after */
  #become(after) {
    this.state = after;
    // A reaction may change the state again: that is announced after everyone has seen this change.
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      while (this.#told !== this.state) {
        const before = this.#told;
        this.#told = this.state;
        this.reactions.changed(this.#told, before);
      }
    } finally {
      this.#isTelling = false;
    }
  }
}
