/**
 * After the race: the chart of everybody's progress, which the server draws.
 * @module
 */

/** @import { State } from "./state.js" */
import { part } from "../lib/elements.js";
import { fetchText } from "../net/fetched.js";
import { scene } from "./state.js";

/**
 * @returns {(state: State) => void}
 */
export function chart() {
  const place = part(document, "#progress-chart");
  let asked = false;

  async function show() {
    try {
      const text = await fetchText(place.dataset.address ?? "");
      place.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.children);
    } catch {
      // The next word from the server is the next chance.
      asked = false;
    }
  }

  return (state) => {
    if (asked || scene(state) !== "result") return;
    asked = true;
    void show();
  };
}
