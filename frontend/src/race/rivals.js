/**
 * How far the others are: never their tables, only what a glance needs.
 * @module
 */

/** @import { Seat } from "../net/messages.js" */
/** @import { State } from "./state.js" */
import { part, rows, slot, write } from "../lib/elements.js";
import { gettext, ngettext } from "../lib/gettext.js";
import { rivals as others } from "./state.js";
import { resultText } from "./times.js";

/**
 * @returns {(state: State) => void}
 */
export function rivals() {
  const list = part(document, "#rivals");
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#rival-row"));
  return (state) => {
    rows(list, template, others(state), ({ seat }) => seat, fill);
  };
}

/**
 * @param {HTMLElement} row
 * @param {Seat} seat
 */
function fill(row, seat) {
  row.dataset.state = seat.state;
  write(slot(row, "name"), seat.name);
  slot(row, "away").hidden = !seat.away;
  write(slot(row, "state"), stateText(seat));
  const bar = /** @type {HTMLProgressElement} */ (slot(row, "bar"));
  bar.value = seat.progress;
  bar.ariaLabel = gettext("%(name)s: %(progress)s of 52", { name: seat.name, progress: seat.progress });
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
  switch (state) {
    case "won":
      return place === null
        ? resultText(time ?? 0)
        : gettext("#%(place)s · %(time)s", { place, time: resultText(time ?? 0) });
    case "stuck":
      return gettext("stuck");
    case "ended":
      return gettext("ended");
    case "forfeit":
      return gettext("left");
    case "no-show":
      return gettext("never played");
    default:
      return "";
  }
}
