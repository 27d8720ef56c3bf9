/**
 * What came of a round of an event, in words.
 * @module
 */

/** @import { RoundBest } from "../net/messages.js" */
import { gettext } from "./gettext.js";
import { namesText } from "./names.js";
import { resultText } from "./times.js";

/**
 * Whom a round's first place went to, and with what.
 * @param {RoundBest} best
 * @param {{ result: string, nothing: string }} words of the game: how far a run came, and that none came anywhere
 * @returns {string}
 */
export function bestText({ names, count, time, progress, risen, sooner }, words) {
  const who = namesText(names, count);
  if (time !== null) return gettext("%(names)s won in %(time)s", { names: who, time: resultText(time) });
  if (risen) {
    const values = { names: who, result: words.result.replace("%(progress)s", String(progress)) };
    return sooner ? gettext("%(names)s got furthest, sooner than others: %(result)s", values) : gettext("%(names)s got furthest: %(result)s", values);
  }
  return count === 1
    ? gettext("%(nothing)s; %(names)s is first for moving one", { nothing: words.nothing, names: who })
    : gettext("%(nothing)s, so all who moved one share first place", { nothing: words.nothing });
}
