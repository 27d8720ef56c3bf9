/**
 * After the race: the chart of everyone's progress and the best moment of the own run, drawn by the server.
 * @module
 */

/** @import { State } from "./state.js" */
import { part, write } from "../lib/elements.js";
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
      const { body } = new DOMParser().parseFromString(text, "text/html");
      showMoment(body.querySelector(".moment"));
      place.replaceChildren(...body.children);
    } catch {
      // Try again at the server's next frame.
      asked = false;
    }
  }

  /** @param {Element | null} moment the best one of the player's own run: it belongs below the result */
  function showMoment(moment) {
    write(part(document, "#moment"), moment?.textContent ?? "");
    moment?.remove();
  }

  return (state) => {
    if (asked || scene(state) !== "result") return;
    asked = true;
    void show();
  };
}
