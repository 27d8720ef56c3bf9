/**
 * What is heard of a race beside the player's own cards. No DOM.
 * @module
 */

/** @import { Sound } from "../lib/sound.js" */
/** @import { State } from "./state.js" */
import { isDone, ownSeat, standing } from "./state.js";

/** The least time between two overtakings that are heard, in milliseconds: places swap often in a close race. */
const QUIET = 5000;

/**
 * @param {(name: Sound) => void} sound
 * @param {() => number} now milliseconds on the page's clock
 * @returns {(after: State, before: State) => void}
 */
export function cues(sound, now) {
  let at = -Infinity;
  return (after, before) => {
    const cue = cueOf(before, after);
    if (!cue || (cue === "overtaken" && now() - at < QUIET)) return;
    if (cue === "overtaken") at = now();
    sound(cue);
  };
}

/**
 * @param {State} before
 * @param {State} after
 * @returns {Sound | null}
 */
function cueOf(before, after) {
  if (!before.race || !after.race) return null;
  if (before.race.state === "countdown" && after.race.state === "running") return "go";
  const [was, mine] = [ownSeat(before), ownSeat(after)];
  // The finale plays its own sounds.
  if (was && mine && !isDone(was) && mine.state === "won") return null;
  const finished = new Set(before.race.seats.filter(({ state }) => state === "won").map(({ seat }) => seat));
  if (after.race.seats.some(({ seat, state }) => state === "won" && !finished.has(seat))) return "finish";
  if (mine?.state !== "playing") return null;
  const [place, next] = [standing(before.race, was), standing(after.race, mine)];
  return place !== null && next !== null && next > place ? "overtaken" : null;
}
