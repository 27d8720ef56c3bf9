/**
 * What a practice against ghosts came to, in a sentence. No DOM.
 * @module
 */

/** @import { SeatState } from "../net/messages.js" */
/** @import { State } from "./state.js" */
import { gettext } from "../lib/gettext.js";
import { gap } from "./honours.js";
import { byPlace, ownSeat, rivals } from "./state.js";

/**
 * How the player fared against the best of the ghosts.
 * @param {State} state with its ghosts seated
 * @returns {string} empty without a player or a ghost
 */
export function duel(state) {
  const mine = ownSeat(state);
  if (!state.race || !mine) return "";
  const [ghost] = byPlace({ ...state.race, seats: rivals(state) });
  return ghost ? told(mine, ghost) : "";
}

/**
 * @param {SeatState} mine
 * @param {SeatState} ghost
 */
function told(mine, ghost) {
  const run = ghost.entry ? gettext("%(name)s's run", { name: ghost.name }) : gettext("the solver");
  if (mine.place === ghost.place) return gettext("You got as far as %(run)s.", { run });
  const isAhead = (mine.place ?? Infinity) < (ghost.place ?? Infinity);
  if (mine.state === "won" && ghost.state === "won") {
    return isAhead
      ? gettext("You beat %(run)s by %(time)s.", { run, time: gap(mine, ghost) })
      : gettext("You were %(time)s slower than %(run)s.", { run, time: gap(ghost, mine) });
  }
  if (mine.state === "won") return gettext("You beat %(run)s.", { run });
  const cards = { run, mine: mine.progress, theirs: ghost.progress };
  return isAhead
    ? gettext("You got further than %(run)s: %(mine)s to %(theirs)s.", cards)
    : gettext("You didn't get as far as %(run)s: %(mine)s to %(theirs)s.", cards);
}
