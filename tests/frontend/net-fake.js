/**
 * A browser for the socket: sockets that do what a test says, and timers that it fires.
 * @module
 */

export class FakeWebSocket {
  readyState = 0;
  /** @type {any[]} */
  sent = [];
  /** @type {((event: any) => void) | null} */
  onopen = null;
  /** @type {((event: any) => void) | null} */
  onmessage = null;
  /** @type {((event: any) => void) | null} */
  onclose = null;

  accept() {
    this.readyState = 1;
    this.onopen?.({});
  }

  /** @param {unknown} frame */
  receive(frame) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  /** @param {number} code */
  fail(code) {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }
}

export class FakeBrowser {
  /** @type {FakeWebSocket[]} */
  sockets = [];
  /** @type {Map<number, { work: () => void, ms: number }>} */
  timers = new Map();
  #lastTimer = 0;

  connect = () => {
    const socket = new FakeWebSocket();
    this.sockets.push(socket);
    return /** @type {any} */ (socket);
  };

  /** @type {(work: () => void, ms: number) => number} */
  setTimer = (work, ms) => {
    this.#lastTimer += 1;
    this.timers.set(this.#lastTimer, { work, ms });
    return this.#lastTimer;
  };

  /** @type {(timer: number) => void} */
  clearTimer = (timer) => void this.timers.delete(timer);

  random = () => 1;

  get socket() {
    const socket = this.sockets.at(-1);
    if (!socket) throw new Error("no socket was opened");
    return socket;
  }

  /** @returns {number} the delay of the timer that fired */
  fire() {
    const [entry] = this.timers;
    if (!entry) throw new Error("no timer is set");
    const [timer, { work, ms }] = entry;
    this.timers.delete(timer);
    work();
    return ms;
  }
}
