/**
 * The one way in for server frames and player actions.
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
 * Refusals that pass in a moment: the moves are kept and sent again.
 * @type {ReadonlySet<RefusedFrame["code"]>}
 */
const LATER = new Set(["too-many", "not-stored", "unavailable", "internal"]);

/**
 * What the page does on a change.
 * @typedef {object} Reactions
 * @property {(after: State, before: State) => void} changed
 * @property {(frame: RefusedFrame, action: string | null) => void} refused a request of the player is refused, or an action
 * @property {() => void} delayed moves are queued until the server has room
 * @property {() => void} unanswered a request of the player has timed out
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
  /** How many frames have come. */
  heard = 0;
  /** Whether the player has asked to leave, even if the answer came late. */
  isLeaving = false;
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
   * The seat that the queued moves belong to.
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
    this.heard += 1;
    if (frame.t === "refused") {
      this.#refused(frame);
      return;
    }
    // An answer to the queued move means that the server has room again.
    if (frame.t === "slow") {
      this.outbox.hold();
      this.reactions.delayed();
    }
    if (frame.t === "race") {
      // After a log-in the player has another seat: these moves are not for it.
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
    // Frames sent before the break may be lost; the next board shows which arrived.
    this.#drift();
    this.#become({ ...this.state, connection, closeCode, asked: {} });
  }

  /**
   * Queues and sends an action on the table; it is never lost, online or offline.
   * @param {string} text a move, "deal", "undo" or an intention
   */
  act(text) {
    this.outbox.add(text);
  }

  /**
   * Sends any other request, if there is a connection. A request that has an answer is in
   * the state's `asked` until the answer comes or can no longer come.
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
    this.isLeaving ||= question === "leave";
    this.#questions += 1;
    const number = this.#questions;
    this.#become({ ...this.state, asked: { ...this.state.asked, [question]: number } });
    this.surroundings.setTimer(() => {
      if (this.state.asked[question] !== number) return;
      this.#become({ ...this.state, asked: without(this.state.asked, question) });
      this.reactions.unanswered();
    }, SILENCE);
  }

  /**
   * @param {boolean} silent whether the server owes an answer for too long, or can't give one
   * @param {boolean} offline whether the browser says that there is no network
   */
  silence(silent, offline) {
    if (this.state.silent !== silent || this.state.offline !== offline) this.#become({ ...this.state, silent, offline });
  }

  /** The celebration is over: the page goes on to what the race has become. */
  endFinale() {
    if (this.state.finale) this.#become({ ...this.state, finale: false });
  }

  /** The viewer has seen the rest of a race watched late: the page goes on to its result. */
  endLate() {
    if (this.state.late) this.#become({ ...this.state, late: false });
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
    const action = this.outbox.find(frame.n);
    const waited = Object.keys(this.state.asked).length > 0;
    // The frame does not say which request it refuses; there is hardly ever more than one.
    if (frame.n === null && waited) this.#become({ ...this.state, asked: {} });
    if (LATER.has(frame.code)) {
      // The rate limit is no concern of the player; that moves wait is.
      if (frame.code !== "too-many" || waited) this.reactions.refused({ ...frame, n: null }, null);
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
        // The frame does not say which action failed: the next board shows what is stored.
        this.outbox.reject(1);
        this.#resync();
        break;
      default:
        if (frame.n !== null) this.#reject(frame.n, frame.code === "nothing-safe");
    }
    this.reactions.refused(frame, action);
  }

  /**
   * @param {number} n
   * @param {boolean} alone the actions behind it do not depend on it
   */
  #reject(n, alone) {
    if (alone) this.outbox.skip(n);
    else this.outbox.reject(n);
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
    // A reaction may change the state again: report that after everyone has seen this change.
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
