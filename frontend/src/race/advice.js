/**
 * Help where the race allows it: the dead-end alarm, and hints on demand.
 * @module
 */

/** @import { Chances, RefusedFrame } from "../net/messages.js" */
/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { part, patch, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { ownBoard, ownSeat, scene } from "./state.js";
import { enable } from "./waiting.js";

/** The key under which this browser remembers the race whose alarm is on. */
const KEPT = "alarm";

/**
 * The refusals that mean the server has switched the alarm off.
 * @type {ReadonlySet<RefusedFrame["code"]>}
 */
const CLOSED = new Set(["counting", "help-later", "no-help", "secret"]);

/** The panel with the alarm's switch, its verdict and the hint's button. */
export class Advice {
  #root = part(document, "#advice");
  /** @type {HTMLButtonElement} */
  #alarm = part(this.#root, "#alarm");
  /** @type {HTMLButtonElement} */
  #hint = part(this.#root, "#hint");
  #control;
  #page;
  #on;
  /** A new connection starts with the alarm off: whether this one has been asked to switch it on. */
  #asked = false;

  /**
   * @param {Control} control
   * @param {string} code of the race
   * @param {{ show: (move: string) => void, tell: (sentence: string) => void }} page
   */
  constructor(control, code, page) {
    this.#control = control;
    this.#page = page;
    this.#on = remembered(code);
    this.#alarm.onclick = () => this.#toggle(code);
    this.#hint.onclick = () => this.ask();
  }

  /** Asks for a hint, if there may be one; whether there may. */
  ask() {
    const may = isOpen(this.#control.state);
    if (may && !this.#hint.disabled) this.#control.ask({ t: "hint" });
    return may;
  }

  /**
   * @param {State} state
   * @param {State} before
   */
  update(state, before) {
    // Its place is kept from the countdown to the end: the table never changes its size.
    patch(this.#root, { hidden: !state.race?.helped || !ownSeat(state) });
    if (state.begun) remember(state.begun, this.#on);
    if (state.connection !== "online") this.#asked = false;
    else if (isUnanswered(state, before)) this.#on = false;
    if (!isOpen(state)) return;
    if (this.#on && !this.#asked && ownBoard(state)) {
      this.#asked = true;
      this.#control.ask({ t: "alarm", on: true });
    }
    if (state.hint && state.hint !== before.hint && state.hint.n === ownBoard(state)?.n) {
      if (state.hint.move) this.#page.show(state.hint.move);
      else this.#page.tell(sentence(state.hint.verdict));
    }
    this.#draw(state);
  }

  /** @param {RefusedFrame} frame */
  refused({ code }) {
    if (!CLOSED.has(code)) return;
    this.#on = false;
    this.#draw(this.#control.state);
  }

  /** @param {string} code of the race */
  #toggle(code) {
    this.#on = !this.#on;
    this.#asked = true;
    remember(code, this.#on);
    this.#control.ask({ t: "alarm", on: this.#on });
    this.#draw(this.#control.state);
  }

  /** @param {State} state */
  #draw(state) {
    this.#alarm.setAttribute("aria-pressed", String(this.#on));
    enable(this.#alarm, state);
    enable(this.#hint, state, !("hint" in state.asked));
    showVerdict(this.#root, state, this.#on);
  }
}

/**
 * @param {HTMLElement} root
 * @param {State} state
 * @param {boolean} on
 */
function showVerdict(root, state, on) {
  const said = part(root, "#advice-said");
  const verdict = on ? state.verdict?.verdict : undefined;
  const rest = resting(state);
  const words = waiting(state) ?? (verdict ? sentence(verdict) : on ? gettext("Checking…") : rest);
  // What stood there before a hint is not read out again after it.
  patch(said, { ariaLive: words === rest && words === said.dataset.told ? "off" : "polite" });
  patch(said.dataset, { verdict: verdict ?? "", ...(words === rest ? { told: words } : {}) });
  write(part(said, "span"), words);
}

/**
 * Why the buttons wait.
 * @param {State} state
 */
function waiting({ asked, connection }) {
  if (connection !== "online") return gettext("Waiting for the connection");
  return "hint" in asked ? gettext("Looking for a hint…") : null;
}

/**
 * Whether the player may have help now.
 * @param {State} state
 */
function isOpen(state) {
  return state.race?.helped === true && scene(state) === "play";
}

/**
 * Whether a request for the alarm has just ended without a verdict.
 * @param {State} state
 * @param {State} before
 */
function isUnanswered(state, before) {
  return "alarm" in before.asked && !("alarm" in state.asked) && state.verdict === before.verdict;
}

/**
 * @param {Chances} verdict
 * @returns {string}
 */
function sentence(verdict) {
  switch (verdict) {
    case "winnable":
      return gettext("You can win from here.");
    case "lost":
      return gettext("You can't win from here. Undo, or play on.");
    default:
      return gettext("Not clear yet whether you can win from here.");
  }
}

/**
 * What the panel says while the alarm is off.
 * @param {State} state
 * @returns {string}
 */
function resting(state) {
  if (state.race?.kind === "solo") {
    return ownBoard(state)?.n ? "" : gettext("Alarm off: it would warn you when you can no longer win.");
  }
  return ownSeat(state)?.assisted
    ? gettext("Your run is marked as assisted.")
    : gettext("Using help marks your run as assisted.");
}

/**
 * @param {string} code
 * @returns {boolean}
 */
function remembered(code) {
  try {
    return localStorage.getItem(KEPT) === code;
  } catch {
    return false;
  }
}

/**
 * @param {string} code
 * @param {boolean} on
 */
function remember(code, on) {
  try {
    if (on) localStorage.setItem(KEPT, code);
    else localStorage.removeItem(KEPT);
  } catch {
    // A browser without storage forgets this too.
  }
}
