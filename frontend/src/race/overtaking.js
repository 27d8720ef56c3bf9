/**
 * Announces changes of the lead, sparingly in a close race. No DOM.
 * @module
 */

/** @import { State } from "./state.js" */
import { gettext } from "../lib/gettext.js";
import { ownSeat, scene, standing } from "./state.js";

/** The least time between two sentences, in milliseconds. */
const QUIET = 5000;

/**
 * @param {(sentence: string) => void} say
 * @param {() => number} now milliseconds on the page's clock
 * @returns {(state: State) => void}
 */
export function overtaking(say, now) {
  let told = "";
  let at = -Infinity;
  return (state) => {
    const sentence = order(state);
    if (!sentence || sentence === told || now() - at < QUIET) return;
    told = sentence;
    at = now();
    say(sentence);
  };
}

/**
 * What to announce: their own place to players, the leader to spectators.
 * @param {State} state
 * @returns {string}
 */
function order(state) {
  const { race } = state;
  if (!race) return "";
  switch (scene(state)) {
    case "play": {
      const place = standing(race, ownSeat(state));
      return place === null ? "" : gettext("You are in place %(place)s.", { place });
    }
    case "watch":
    case "done": {
      // Players read how it ended in the result.
      if (ownSeat(state)) return "";
      const first = race.seats.find((seat) => standing(race, seat) === 1);
      return first ? gettext("%(name)s is ahead.", { name: first.name }) : "";
    }
    default:
      return "";
  }
}
