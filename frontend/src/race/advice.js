/**
 * Help where it is allowed: the dead-end alarm, and a hint on demand.
 * @module
 */

/** @import { Chances, RefusedFrame } from "../net/messages.js" */
/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { part, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { ownBoard, ownSeat, scene } from "./state.js";

/** Where this browser remembers in which race the alarm is on. */
const KEPT = "alarm";

/**
 * Why the server has switched the alarm off, asked for anything or not.
 * @type {ReadonlySet<RefusedFrame["code"]>}
 */
const CLOSED = new Set(["counting", "help-later", "no-help", "secret"]);

/**
 * @param {Control} control
 * @param {string} code of the race
 * @param {(move: string) => void} show
 * @param {(sentence: string) => void} tell
 * @returns {{ update: (state: State, before: State) => void, ask: () => void, refused: (frame: RefusedFrame) => void }}
 */
export function advice(control, code, show, tell) {
  const root = part(document, "#advice");
  const said = part(root, "#advice-said");
  const words = part(said, "span");
  /** @type {HTMLButtonElement} */
  const alarm = part(root, "#alarm");
  /** @type {HTMLButtonElement} */
  const hint = part(root, "#hint");
  let on = remembered(code);
  /** The alarm is switched on for each connection. */
  let told = false;

  function ask() {
    if (!hint.disabled && isOpen(control.state)) control.ask({ t: "hint" });
  }

  alarm.onclick = () => {
    on = !on;
    told = true;
    remember(code, on);
    control.ask({ t: "alarm", on });
    draw(control.state);
  };
  hint.onclick = ask;

  /** @param {State} state */
  function draw(state) {
    alarm.setAttribute("aria-pressed", String(on));
    alarm.disabled = state.connection !== "online";
    hint.disabled = "hint" in state.asked || state.connection !== "online";
    const verdict = on ? state.verdict?.verdict : undefined;
    said.dataset.verdict = verdict ?? "";
    write(words, verdict ? sentence(verdict) : on ? gettext("Looking…") : resting(state));
  }

  return {
    update(state, before) {
      root.hidden = !isOpen(state);
      if (state.begun) remember(state.begun, on);
      if (state.connection !== "online") told = false;
      else if (isUnanswered(state, before)) on = false;
      if (root.hidden) return;
      if (on && !told && ownBoard(state)) {
        told = true;
        control.ask({ t: "alarm", on: true });
      }
      if (state.hint && state.hint !== before.hint) {
        const { n, verdict, move } = state.hint;
        if (n === ownBoard(state)?.n) move ? show(move) : tell(sentence(verdict));
      }
      draw(state);
    },
    ask,
    refused({ code }) {
      if (!CLOSED.has(code)) return;
      on = false;
      draw(control.state);
    },
  };
}

/**
 * Whether there is help now.
 * @param {State} state
 */
function isOpen(state) {
  return state.race?.helped === true && scene(state) === "play";
}

/**
 * Whether the alarm has just been refused, or was asked for in vain.
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
      return gettext("This can be won.");
    case "lost":
      return gettext("No way to win from here. Undo, or go on.");
    default:
      return gettext("Nobody knows whether this can be won.");
  }
}

/**
 * What stands there while the alarm is off.
 * @param {State} state
 * @returns {string}
 */
function resting(state) {
  if (state.race?.kind === "solo") return "";
  return ownSeat(state)?.assisted
    ? gettext("Your run is marked as helped.")
    : gettext("Whoever uses help is marked as helped.");
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
    // A browser that keeps nothing forgets this too.
  }
}
