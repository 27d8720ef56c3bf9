/**
 * A socket that reconnects until the server says that there is no point.
 * @module
 */

/** @import { ClientFrame, ServerFrame } from "./messages.js" */
import { backoff } from "./backoff.js";
import { LOGGED_OUT, encode, parse } from "./messages.js";

/**
 * `connecting`: the first attempt; `online`: the server has sent something other than a refusal; `waiting`: it broke
 * and will be tried again; `closed`: for good.
 * @typedef {"connecting" | "online" | "waiting" | "closed"} Connection
 */

/**
 * What the socket needs of a browser.
 * @typedef {object} Surroundings
 * @property {(url: string) => WebSocket} connect
 * @property {(work: () => void, ms: number) => number} setTimer
 * @property {(timer: number) => void} clearTimer
 * @property {() => number} random
 */

/**
 * @typedef {object} Listener
 * @property {(frame: ServerFrame) => void} onFrame
 * @property {(connection: Connection, code: number | null) => void} onConnection the close code
 *   comes with `closed`
 */

/** Silence after which the server is asked whether it is there, and after which it or an attempt is given up. */
const PING_AFTER = 15_000;
const DEAD_AFTER = 10_000;

/** Close codes that another attempt would only repeat: docs/reference/protocol.md. */
const FINAL = new Set([4400, 4404, 4409, 4426, 4429]);

/**
 * How many times in a row the server may say so before the socket gives up. Logging in, signing up or changing the
 * password in another tab starts a new session, whose cookie arrives a moment after the old one has ended.
 */
const LOGGED_OUT_LIMIT = 5;

const OPEN = 1;

/** @type {Surroundings} */
const browser = {
  connect: (url) => takenOver(url) ?? new WebSocket(url),
  setTimer: (work, ms) => window.setTimeout(work, ms),
  clearTimer: (timer) => window.clearTimeout(timer),
  random: Math.random,
};

/**
 * Takes over the socket opened by race/early.js; once, and only if it is still alive. The new owner
 * receives the frames it has buffered.
 * @param {string} url
 * @returns {WebSocket | null}
 */
function takenOver(url) {
  const scope = /** @type {{ earlySocket?: { socket: WebSocket, events: MessageEvent[] } }} */ (globalThis);
  const early = scope.earlySocket;
  scope.earlySocket = undefined;
  if (early?.socket.url !== url || early.socket.readyState > OPEN) return null;
  const { socket, events } = early;
  queueMicrotask(() => {
    if (socket.readyState === OPEN) socket.onopen?.(new Event("open"));
    for (const event of events) socket.onmessage?.(event);
  });
  return socket;
}

export class Socket {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {number | undefined} */
  #timer;
  #failures = 0;
  #logOuts = 0;
  #closed = false;
  /** The parts so far of a frame too long for one message. */
  #parts = "";

  /**
   * @param {string} url
   * @param {Listener} listener
   * @param {Surroundings} surroundings
   */
  constructor(url, listener, surroundings = browser) {
    this.url = url;
    this.listener = listener;
    this.surroundings = surroundings;
  }

  /** Connects, at once, also while it waits for the next attempt. */
  open() {
    if (this.#socket || this.#closed) return;
    const socket = this.surroundings.connect(this.url);
    this.#socket = socket;
    this.#expect();
    this.#parts = "";
    let serves = false;
    socket.onopen = () => this.#listen();
    socket.onmessage = (event) => {
      this.#listen();
      const frame = this.#whole(event.data);
      // A server that accepts connections and serves none is no success.
      if (frame && frame.t !== "refused" && !serves) {
        serves = true;
        this.#failures = this.#logOuts = 0;
        this.listener.onConnection("online", null);
      }
      if (frame?.t === "ping") this.send({ t: "pong", k: frame.k });
      else if (frame) this.listener.onFrame(frame);
    };
    socket.onclose = (event) => this.#lost(event.code);
  }

  /**
   * Reads a frame; null before the last of its parts.
   * @param {string} text
   */
  #whole(text) {
    const frame = parse(text);
    if (frame?.t !== "part") return frame;
    const whole = this.#parts + frame.text;
    this.#parts = frame.more ? whole : "";
    return frame.more ? null : parse(whole);
  }

  /** There may be a network again: what would be tried or found out later is so at once. */
  wake() {
    if (this.probe()) return;
    this.#drop();
    this.open();
  }

  /**
   * The network may be gone: an open connection has to answer soon, or is given up.
   * @returns {boolean} whether there is one
   */
  probe() {
    if (this.#socket?.readyState !== OPEN) return false;
    this.#ask();
    return true;
  }

  /**
   * Sends a frame, if there is a connection.
   * @param {ClientFrame} frame
   * @returns {boolean} whether it was sent
   */
  send(frame) {
    if (this.#socket?.readyState !== OPEN) return false;
    this.#socket.send(encode(frame));
    return true;
  }

  /** Closes for good. */
  close() {
    this.#closed = true;
    this.#drop();
    this.listener.onConnection("closed", null);
  }

  /** @param {number} code */
  #lost(code) {
    this.#drop();
    if (code === LOGGED_OUT) this.#logOuts += 1;
    if (FINAL.has(code) || this.#logOuts >= LOGGED_OUT_LIMIT) {
      this.#closed = true;
      this.listener.onConnection("closed", code);
      return;
    }
    this.#failures += 1;
    this.listener.onConnection("waiting", null);
    this.#setTimer(() => this.open(), backoff(this.#failures, this.surroundings.random));
  }

  #drop() {
    this.#setTimer(null);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** A network that went away says nothing, so silence has to be noticed. */
  #listen() {
    this.#setTimer(() => this.#ask(), PING_AFTER);
  }

  #ask() {
    this.send({ t: "ping" });
    this.#expect();
  }

  /** Something has to be heard soon. */
  #expect() {
    this.#setTimer(() => this.#lost(0), DEAD_AFTER);
  }

  /**
   * @param {(() => void) | null} work
   * @param {number} [ms]
   */
  #setTimer(work, ms = 0) {
    if (this.#timer !== undefined) this.surroundings.clearTimer(this.#timer);
    this.#timer = work ? this.surroundings.setTimer(work, ms) : undefined;
  }
}
