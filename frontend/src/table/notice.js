/**
 * One line at the table's edge, where no card lies: why a move was refused, or a hint.
 * @module
 */

/** @import { State } from "./state.js" */
import { gettext } from "../lib/gettext.js";

/** For how many milliseconds a line stands, unless the player goes on: a refusal as long as it takes to read it. */
const REFUSAL = 5000;
const HINT = 8000;

/** What the player sees anyway needs no more. */
export const GLANCE = 3000;

/** @type {WeakMap<State, ReturnType<typeof setTimeout>>} */
const timers = new WeakMap();

/**
 * @param {State} state
 * @param {string} sentence
 * @param {string} [why] address of the rule that it follows from
 * @param {number} [stay] milliseconds
 */
export function showNotice(state, sentence, why, stay = why ? REFUSAL : HINT) {
  const { notice } = state.dom;
  const words = document.createElement("span");
  words.textContent = sentence;
  notice.replaceChildren(words, ...(why ? [" ", link(why, gettext("Why?"), state.events.why)] : []));
  notice.classList.toggle("refusal", Boolean(why));
  notice.hidden = false;
  clearTimeout(timers.get(state));
  timers.set(state, setTimeout(() => hideNotice(state), stay));
}

/**
 * Tells eye and ear.
 * @param {State} state
 * @param {string} sentence
 * @param {string} [why] address of the rule that it follows from
 */
export function say(state, sentence, why) {
  showNotice(state, sentence, why);
  state.events.announce(sentence);
}

/**
 * A link to a rule; in a tab of its own, unless the page shows it.
 * @param {string} address
 * @param {string} text
 * @param {(address: string) => void} [show]
 */
function link(address, text, show) {
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.target = "_blank";
  anchor.textContent = text;
  // The keyboard stays with the table.
  anchor.addEventListener("mousedown", (event) => event.preventDefault());
  if (show) {
    anchor.onclick = (event) => {
      event.preventDefault();
      show(address);
    };
  }
  return anchor;
}

/**
 * Opens the rule behind the last refusal, even after its notice has gone, or says that there is none.
 * @param {State} state
 */
export function followNotice(state) {
  const rule = state.dom.notice.querySelector("a");
  if (rule) rule.click();
  else say(state, gettext("There is no refused move to explain."));
}

/** @param {State} state */
export function hideNotice(state) {
  clearTimeout(timers.get(state));
  // Written at every input, it would make the browser check the styles around it every time.
  if (!state.dom.notice.hidden) state.dom.notice.hidden = true;
}
