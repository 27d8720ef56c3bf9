/**
 * What a host has changed of a race, in words.
 * @module
 */

/** @import { RaceFrame } from "../net/messages.js" */
/** @import { Terms } from "./terms.js" */
import { gettext, ngettext } from "../lib/gettext.js";
import { dateText } from "../lib/times.js";

/**
 * Only what is new: the game with its rules and difficulty, the times, help.
 * @param {Terms} before
 * @param {Terms} after
 * @param {string} game the game, its rules and the difficulty, as the page says them
 * @returns {string} "Applegate, Standard, easy deal, 10 minutes"
 */
export function changes(before, after, game) {
  /** @param {(keyof Terms)[]} names */
  const differ = (...names) => names.some((name) => before[name] !== after[name]);
  return [
    differ("rules", "kind", "difficulty", "commitment") && game,
    differ("limit") && minutes(after.limit),
    differ("countdown") && gettext("countdown %(seconds)s s", { seconds: after.countdown }),
    differ("planned") && (after.planned ? gettext("starts on %(start)s", { start: dateText(after.planned) }) : gettext("starts when everyone is ready")),
    differ("helped") && (after.helped ? gettext("help allowed") : gettext("no help")),
    differ("bots_allowed") && (after.bots_allowed ? gettext("bots allowed") : gettext("no bots")),
    differ("watchable") && (after.watchable ? gettext("public") : gettext("not public")),
    differ("watching") && (after.watching === "now" ? gettext("shown live") : gettext("shown when it's over")),
  ].filter(Boolean).join(", ");
}

/** @param {RaceFrame["limit"]} limit in seconds */
function minutes(limit) {
  return ngettext("%(count)s minute", "%(count)s minutes", Math.round((limit ?? 0) / 60));
}
