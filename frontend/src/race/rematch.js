/**
 * One press, and everybody who is still here goes to the same new race.
 * @module
 */

/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { part, write } from "../lib/elements.js";
import { ngettext } from "../lib/gettext.js";
import { ownSeat, scene } from "./state.js";

const NOTICE = 5;

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
  const left = part(call, "#rematch-countdown");
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;

  button.onclick = () => control.ask({ t: "rematch" });
  part(call, "#rematch-go").onclick = () => go(control.state);
  part(call, "#rematch-stay").onclick = () => {
    clearInterval(timer);
    call.hidden = true;
  };

  function callOut() {
    let seconds = NOTICE;
    const show = () => write(left, ngettext("Going there in %(count)s second.", "Going there in %(count)s seconds.", seconds));
    show();
    call.hidden = false;
    timer = setInterval(() => {
      seconds -= 1;
      if (seconds > 0) return show();
      clearInterval(timer);
      go(control.state);
    }, 1000);
  }

  return (state, before) => {
    const { race } = state;
    if (!race || scene(state) !== "result") return;
    button.hidden = race.next !== null || ["daily", "solo"].includes(race.kind) || !ownSeat(state);
    button.disabled = "rematch" in state.asked || state.connection !== "online";
    link.hidden = race.next === null;
    if (race.next === null) return;
    link.href = `/race/${race.next}/`;
    if (before.race && before.race.next === null) "rematch" in before.asked ? go(state) : callOut();
  };
}

/**
 * Takes a seat in the next race, or watches it, as in this one.
 * @param {State} state
 */
function go(state) {
  const next = `/race/${state.race?.next}/`;
  if (!ownSeat(state)) {
    location.assign(next);
    return;
  }
  /** @type {HTMLFormElement} */
  const form = part(document, "#follow");
  form.action = `${next}join/`;
  form.submit();
}
