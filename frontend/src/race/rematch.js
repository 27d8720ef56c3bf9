/**
 * One press opens a rematch, and one accepts it: everyone gets to the same new race.
 * @module
 */

/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { part } from "../lib/elements.js";
import { ownSeat, scene } from "./state.js";
import { enable } from "./waiting.js";

/**
 * @param {Control} control
 * @returns {(state: State, before: State) => void}
 */
export function rematch(control) {
  /** @type {HTMLButtonElement} */
  const button = part(document, "#rematch");
  /** @type {HTMLAnchorElement} */
  const link = part(document, "#next-race");
  const call = part(document, "#rematch-call");
  let called = false;

  button.onclick = () => control.ask({ t: "rematch" });
  part(call, "#rematch-go").onclick = () => go(control.state);

  return (state, before) => {
    const { race } = state;
    if (!race || scene(state) !== "result") return;
    button.hidden = race.next !== null || ["daily", "solo"].includes(race.kind) || !ownSeat(state);
    enable(button, state, !("rematch" in state.asked));
    if (race.next === null) return;
    link.href = `/race/${race.next}/`;
    // It may have been called while this page celebrated.
    const isNew = before.race && (before.race.next === null || scene(before) === "finale");
    if (isNew && "rematch" in before.asked) go(state);
    called ||= Boolean(isNew && ownSeat(state));
    call.hidden = !called;
    link.hidden = called;
  };
}

/**
 * Accepts the next race: the player is seated there, and ready.
 * @param {State} state
 */
function go(state) {
  /** @type {HTMLFormElement} */
  const form = part(document, "#follow");
  form.action = `/race/${state.race?.next}/join/`;
  form.submit();
}
