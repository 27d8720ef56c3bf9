/**
 * What came of a round of an event, in words.
 * @module
 */

/** @import { RoundBest } from "../net/messages.js" */
import { gettext } from "./gettext.js";
import { namesText } from "./names.js";
import { resultText } from "./times.js";

/**
 * Whom a round's first place went to, and with what. Who left the race may have come further, and is placed behind.
 * @param {RoundBest} best
 * @param {{ result: string, nothing: string, nothing_more: string }} words of the game: how far a run came, that none came
 *   anywhere, and that none came further than the deal itself
 * @returns {string}
 */
export function bestText({ names, count, time, progress, risen, sooner }, words) {
  const who = namesText(names, count);
  if (time !== null) return gettext("%(names)s won in %(time)s", { names: who, time: resultText(time) });
  if (risen) {
    const values = { names: who, result: words.result.replace("%(progress)s", String(progress)) };
    return sooner ? gettext("%(names)s won on time: %(result)s", values) : gettext("%(names)s won with %(result)s", values);
  }
  const nothing = progress ? words.nothing_more : words.nothing;
  return count === 1
    ? gettext("%(nothing)s; %(names)s is first for moving one", { nothing, names: who })
    : gettext("%(nothing)s, so all who moved one share first place", { nothing });
}
