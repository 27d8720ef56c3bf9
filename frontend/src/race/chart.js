/**
 * After the race: the picture of everyone's progress and the best moment and the rank of the own run, drawn by the server.
 * @module
 */

/** @import { Ghost } from "./pace.js" */
/** @import { State } from "./state.js" */
import { part, slot, write } from "../lib/elements.js";
import { tellHours } from "../lib/hours.js";
import { fetchText } from "../net/fetched.js";
import { settled } from "./pace.js";
import { ownSeat, scene } from "./state.js";

/**
 * @param {{ ghosts: readonly Ghost[], compared: boolean }} data
 * @param {() => void} drawn called when the server has told all
 * @returns {(state: State) => void}
 */
export function chart({ ghosts, compared }, drawn) {
  const place = part(document, "#progress-chart");
  const table = part(document, "#progress-table");
  const moment = part(document, "#moment");
  let asked = false;

  async function show() {
    try {
      // The query names the ghosts.
      const text = await fetchText(`${place.dataset.address}${location.search}`);
      const { body } = new DOMParser().parseFromString(text, "text/html");
      const told = body.querySelector(".moment")?.textContent ?? "";
      write(moment, told);
      if (told) moment.hidden = false;
      write(part(document, "#rating-change"), body.querySelector(".rating")?.textContent ?? "");
      const rank = document.getElementById("daily-rank");
      if (rank) write(rank, body.querySelector(".rank")?.textContent ?? "");
      slot(part(document, "#rematch"), "score").replaceChildren(...(body.querySelector(".score")?.childNodes ?? []));
      part(document, "#share-result").dataset.tenths = body.querySelector("data")?.value ?? "";
      part(document, "#result").classList.toggle("secret", body.querySelector(".secret") !== null);
      place.replaceChildren(...body.querySelectorAll("figure, .secret"));
      tellHours();
      table.replaceChildren(...body.querySelectorAll("details"));
      place.classList.remove("coming");
      drawn();
    } catch {
      // Try again at the server's next frame.
      asked = false;
    }
  }

  return (state) => {
    if (asked || scene(state) !== "result") return;
    asked = true;
    const shown = settled(state, ghosts);
    moment.hidden = !mayHaveMoment(state);
    part(document, "#rating-change").hidden = state.race?.kind !== "ranked" || (ownSeat(state)?.guest ?? true);
    place.classList.toggle("coming", isComing(shown));
    place.dataset.lines = String(Math.min(4, shown.race?.seats.length ?? 0));
    void show();
  };

  /** @param {State} state room is left for the sentence only where there may be one, so that no button moves */
  function mayHaveMoment(state) {
    const { race } = state;
    const own = ownSeat(state);
    if (!race || !own) return false;
    // A win without rivals is its own best moment, and a run without a move has none.
    if (race.seats.length === 1) return own.state !== "won" && own.moves > 0;
    const settled = race.seats.some(({ progress }) => progress >= Number(moment.dataset.settled));
    return own.progress > (race.start_progress ?? 0) && (settled || own.place !== 1);
  }

  /** @param {State} state with its ghosts seated; room is left for their lines, so that no button moves */
  function isComing({ race }) {
    const least = Number(place.dataset.least) + (race?.start_progress ?? 0);
    // A player who made no move has no line.
    const runs = race?.seats.filter(({ state }) => state !== "no-show") ?? [];
    return runs.some(({ progress }) => progress >= least) && (runs.length > 1 || (race?.seats.length === 1 && compared));
  }
}
