/**
 * How far the others are: never their tables, only what a glance needs.
 * @module
 */

/** @import { RaceFrame, RunState, Seat } from "../net/messages.js" */
/** @import { State } from "./state.js" */
import { counted } from "../lib/counted.js";
import { part, rows, slot, write } from "../lib/elements.js";
import { gettext, ngettext } from "../lib/gettext.js";
import { resultText } from "../lib/times.js";
import { rivals as others, standing } from "./state.js";

/**
 * @returns {(state: State) => void}
 */
export function rivals() {
  const list = part(document, "#rivals");
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#rival-row"));
  return (state) => {
    const { race } = state;
    if (race) rows(list, template, others(state), ({ seat }) => seat, (row, seat) => fill(row, seat, race));
  };
}

/**
 * What a glance needs of a seat, in any row that has places for it.
 * @param {HTMLElement} row
 * @param {Seat} seat
 * @param {RaceFrame} race
 */
export function fill(row, seat, race) {
  const place = standing(race, seat);
  row.dataset.state = seat.state;
  row.dataset.place = String(place ?? "");
  write(slot(row, "name"), seat.name);
  slot(row, "away").hidden = !seat.away;
  write(slot(row, "state"), stateText({ ...seat, place }));
  const bar = /** @type {HTMLProgressElement} */ (slot(row, "bar"));
  bar.value = seat.progress;
  bar.ariaLabel = counted("bar", { name: seat.name, progress: seat.progress });
  write(slot(row, "figures"), gettext("%(progress)s of 52 · %(moves)s", {
    progress: seat.progress,
    moves: ngettext("%(count)s move", "%(count)s moves", seat.moves),
  }));
}

/**
 * What there is to say of a run beside its bar.
 * @param {Seat} seat
 * @returns {string}
 */
export function stateText({ state, place, time }) {
  const rank = place === null ? "" : gettext("#%(place)s", { place });
  return [rank, state === "won" ? resultText(time ?? 0) : ending(state)].filter(Boolean).join(" · ");
}

/**
 * @param {RunState} state
 * @returns {string}
 */
function ending(state) {
  switch (state) {
    case "stuck":
      return gettext("stuck");
    case "ended":
      return gettext("ended");
    case "forfeit":
      return gettext("left");
    case "no-show":
      return gettext("didn't make a move");
    default:
      return "";
  }
}
