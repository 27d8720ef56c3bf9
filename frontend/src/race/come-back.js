/**
 * Beneath a result: what the coming days hold, as the server knows it once the run counts.
 * @module
 */

/** @import { State } from "./state.js" */
import { part } from "../lib/elements.js";
import { awaitNewDeals } from "../lib/new-deals.js";
import { fetchText } from "../net/fetched.js";
import { ownSeat, scene } from "./state.js";

/** @returns {(state: State) => void} */
export function comeBack() {
  const root = part(document, "#come-back");
  let isAsked = false;

  async function show() {
    try {
      root.innerHTML = await fetchText(root.dataset.address ?? "");
      root.hidden = false;
      awaitNewDeals(root);
    } catch {
      // Offline: the next frame comes with the connection.
      isAsked = false;
    }
  }

  return (state) => {
    if (isAsked || scene(state) !== "result" || !ownSeat(state)) return;
    isAsked = true;
    void show();
  };
}
