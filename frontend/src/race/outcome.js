/**
 * What a race came to beyond its own table, on its result: in an any-time race how the others did, in a round of an
 * event the points. Both follow later, so the server is asked until they are final.
 * @module
 */

/** @import { State } from "./state.js" */
import { part, write } from "../lib/elements.js";
import { fetchText } from "../net/fetched.js";
import { titleText } from "./match.js";
import { scene } from "./state.js";

/** Calm enough for the server: a result page may stay open for days. */
const EVERY = 8000;

/**
 * @param {() => void} told called each time the page knows more of the race around this one
 * @returns {(state: State) => void}
 */
export function outcome(told) {
  /** @type {HTMLElement | null} */
  const line = document.querySelector("#outcome-line");
  const address = line?.dataset.address;
  /** @type {State | null} */
  let shown = null;
  let isOver = false;

  async function once() {
    if (!line || !address || isOver || document.hidden) return;
    try {
      const { body } = new DOMParser().parseFromString(await fetchText(address), "text/html");
      write(line, body.querySelector(".rank")?.textContent ?? "");
      // Where the headline says it all, no line is kept free.
      line.hidden = line.textContent === "";
      const end = body.querySelector(".end")?.textContent ?? "";
      if (end) part(document, "#result").dataset.end = end;
      const winner = part(document, "#outcome-winner");
      const known = winner.textContent;
      // To whom won the event, the headline tells that instead of the race.
      write(winner, body.querySelector(".winner")?.textContent ?? (end && shown ? titleText(shown) : ""));
      winner.hidden = winner.textContent === "";
      if (known && winner.textContent !== known) document.dispatchEvent(new Event("outcome"));
      isOver = body.querySelector('data[value="over"]') !== null;
      if (body.querySelector('data[value="closed"]')) part(document, "#share-result").dataset.closed = "";
      const again = body.querySelector(".again");
      if (again?.firstElementChild) {
        const next = part(document, "#outcome-again");
        next.replaceChildren(...again.children);
        next.hidden = false;
        document.querySelector(".outcome-buttons > :is(#share-result, [data-slot=all-results]).primary")?.classList.remove("primary");
      }
      const results = body.querySelector("table");
      if (results) part(document, "#outcome-results").replaceChildren(results);
      showOpen(body.querySelector(".open"));
      const verdict = body.querySelector(".verdict")?.textContent;
      if (verdict) part(document, "#result").dataset.verdict = verdict;
      const steps = body.querySelectorAll("ol > li");
      if (verdict || steps.length > 0) showPodium(steps);
      told();
    } catch {
      // Offline, or the round isn't over: the next time.
    }
  }

  return (state) => {
    if (shown || !address || scene(state) !== "result") return;
    shown = state;
    void once();
    setInterval(once, EVERY);
    document.addEventListener("visibilitychange", once);
  };
}

/**
 * Until when an any-time race is open, and the host's way to close it. It stays as it is unless its words have changed:
 * the keyboard may be there.
 * @param {Element | null} fresh
 */
function showOpen(fresh) {
  const shown = document.querySelector("#outcome-open");
  if (!shown || shown.textContent === (fresh?.textContent ?? "")) return;
  shown.replaceChildren(...(fresh?.childNodes ?? []));
}

/**
 * Shows who stands on the podium of the whole, in place of this race's.
 * @param {NodeListOf<Element>} steps
 */
function showPodium(steps) {
  const podium = part(document, "#podium");
  part(document, "#result").dataset.podium = "whole";
  podium.replaceChildren(...steps);
  podium.hidden = steps.length === 0;
}
