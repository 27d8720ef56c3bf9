/**
 * The podium of an event that is over: the first three places of its standings.
 * @module
 */

/** @import { StandingRow } from "../net/messages.js" */
import { part, rows, slot, write } from "./elements.js";
import { fill } from "./gettext.js";
import { pointsText } from "./points.js";

const LAST = 3;

/** More who share a place have no room there. */
const MOST = 5;

/**
 * @param {readonly StandingRow[]} standings
 * @param {boolean} isOver
 * @param {number | null} [own] the reader's number as a player
 * @returns {readonly StandingRow[]} those who stand there
 */
export function showPodium(standings, isOver, own = null) {
  const list = part(document, "#podium");
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#podium-step"));
  const first = standings.filter(({ place }) => place !== null && place <= LAST);
  const shown = isOver && first.length <= MOST ? first : [];
  list.hidden = shown.length === 0;
  rows(list, template, shown, ({ player }) => player, (step, { player, place, name, points }) => {
    step.classList.toggle("own", player === own);
    step.dataset.place = String(place);
    write(slot(step, "place"), String(place));
    slot(step, "crown").toggleAttribute("hidden", place !== 1);
    write(slot(step, "name"), name);
    write(slot(step, "result"), fill(list.dataset.points ?? "", { n: pointsText(points) }));
  });
  return shown;
}
