/**
 * The race as a whole: its terms, its bell and its places.
 * @module
 */

/** @import { PlayedRun, RaceDocument, Result } from "./document.js" */
/** @import { Finding } from "./finding.js" */
import { gettext } from "../lib/gettext.js";
import { endsWithRound, isAlone, isAttempt } from "../net/kinds.js";
import { bellOf, wonAt } from "./actions.js";
import { note, ok, wrong } from "./finding.js";

/** The least time that others have after the first finish. */
const GRACE = 60_000;

/** How long one of several server processes may take to hear of that finish. */
const HEARD_WITHIN = 2000;

/**
 * @typedef {object} Bell
 * @property {number} at when it rings after the start
 * @property {number} latest from when on an action comes too late
 * @property {number} late how late an honest action may come
 */

/**
 * @param {RaceDocument} race
 * @returns {Iterable<Finding>}
 */
export function* checkTerms({ kind, countdown, limit, runs }) {
  const faults = [
    (countdown < 3000 || countdown > 60_000) && wrong("countdown", gettext("A countdown lasts from 3 to 60 seconds.")),
    (limit === null ? kind !== "solo" : limit < 120_000 || limit > 3_600_000) &&
      wrong("limit", gettext("A race lasts from 2 to 60 minutes.")),
    isAlone(kind) && runs.length > 1 && wrong("runs", gettext("Such a race has one player.")),
    (kind === "ranked" || kind === "event" || isAttempt(kind)) && runs.some(({ assisted }) => assisted) &&
      wrong("runs[].assisted", gettext("Such a race allows no help.")),
  ].filter((fault) => fault !== false);
  yield* faults;
  if (faults.length === 0) yield ok("countdown, limit, runs", gettext("A race may have these terms."));
}

/**
 * The bell at the limit, or after the first finish if that is earlier; null in a practice, which has none.
 * The tables of a round end together: at the limit, or before it if no one played at any of them. No document shows the others.
 * @param {RaceDocument} race
 * @returns {Bell | null}
 */
function bellOfRace({ kind, limit, runs, starts_at, closed_at }) {
  if (limit === null) return null;
  if (endsWithRound(kind)) {
    const isIdle = runs.every((run) => !bellOf(run) || run.actions.length === 1);
    const at = isIdle ? Math.min(limit, Math.max(closed_at - starts_at, lastAt(runs))) : limit;
    return { at, latest: limit, late: -1 };
  }
  const first = Math.min(...runs.map((run) => wonAt(run) ?? Infinity));
  const at = first + Math.max(GRACE, Math.floor(first / 2));
  return at < limit ? { at, latest: at, late: HEARD_WITHIN } : { at: limit, latest: limit, late: -1 };
}

/**
 * When the last action of a player came.
 * @param {PlayedRun[]} runs
 */
function lastAt(runs) {
  return Math.max(0, ...runs.map((run) => run.actions.findLast((action) => action !== bellOf(run))?.ms ?? 0));
}

/**
 * Check that the race closed when all runs were over or the bell rang, and that the bell ended the open ones.
 * @param {RaceDocument} race
 * @returns {Iterable<Finding>}
 */
export function* checkEnd(race) {
  const { runs, starts_at, closed_at } = race;
  const bell = bellOfRace(race);
  const faults = runs.flatMap((run, i) => [...checkBell(`runs[${i}].actions`, run, bell)]);
  yield* faults;
  const last = Math.max(0, ...runs.map((run) => run.actions.at(-1)?.ms ?? 0));
  const lasted = bell && (endsWithRound(race.kind) || runs.some(bellOf)) ? bell.at : last;
  if (closed_at - starts_at !== lasted) {
    const told = closed_at - starts_at;
    yield wrong("closed_at", gettext("It says %(told)s ms after the start, but the race was over after %(lasted)s ms.", { told, lasted }));
  } else if (!faults.some(({ verdict }) => verdict === "false")) {
    yield ok("closed_at", gettext("The race ended when it had to, %(lasted)s ms after the start, and no action came later.", { lasted }));
  }
}

/**
 * @param {string} place
 * @param {PlayedRun} run
 * @param {Bell | null} bell
 * @returns {Iterable<Finding>}
 */
function* checkBell(place, run, bell) {
  const rung = bellOf(run);
  const last = run.actions.findLast((action) => action !== rung)?.ms ?? -1;
  if (!bell) {
    if (rung) yield wrong(place, gettext("Nothing but its player ends a practice."));
    return;
  }
  const expected = Math.max(bell.at, last);
  if (rung && rung.ms !== expected) {
    yield wrong(place, gettext("The race ended this run %(ms)s ms after the start, not %(expected)s.", { ms: rung.ms, expected }));
  }
  const late = last - bell.latest;
  if (late < 0) return;
  if (late <= bell.late) yield note(place, gettext("An action came %(late)s ms after the end. One of several server processes may hear of the first finish late.", { late }));
  else yield wrong(place, gettext("An action came %(late)s ms after the end.", { late }));
}

/**
 * Check the places, given the results. Up to 0.2, a run that ended without a move was ranked like one with moves.
 * @param {RaceDocument} race
 * @returns {Iterable<Finding>}
 */
export function* checkPlaces({ runs }) {
  const found = places(runs);
  const former = places(runs.map((run) => ({ ...run, result: { ...run.result, moves: run.result.moves || 1 } })));
  const isRight = [found, former].some((all) => runs.every(({ place }, i) => place === all[i]));
  if (isRight) yield ok("runs[].place", gettext("The places follow from the results."));
  for (const [i, { place }] of runs.entries()) {
    if (isRight || place === found[i]) continue;
    const values = { told: `${place}`, place: `${found[i]}` };
    yield wrong(`runs[${i}].place`, gettext("It says %(told)s, but the results give %(place)s.", values));
  }
}

/**
 * The place of each run; null of a voided one, and of all if no one moved a card or left.
 * @param {readonly PlayedRun[]} runs
 * @returns {(number | null)[]}
 */
function places(runs) {
  const counted = runs.filter(({ voided }) => !voided);
  const isBegun = counted.some(({ result }) => result.moves > 0 || result.state === "forfeit");
  return runs.map(({ voided, result }) =>
    voided || !isBegun ? null : 1 + counted.filter((other) => compare(other.result, result) < 0).length,
  );
}

/**
 * Compare two results: negative if the first ranks higher, 0 if they share a place.
 * @param {Result} a
 * @param {Result} b
 */
function compare(a, b) {
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (a.state === "won") return Math.floor((a.time ?? 0) / 10) - Math.floor((b.time ?? 0) / 10) || a.moves - b.moves;
  if (rank(a) > 1) return 0;
  return b.progress - a.progress || (a.progress_at ?? 0) - (b.progress_at ?? 0);
}

/** @param {Result} result */
function rank({ state, moves }) {
  const isIdle = moves === 0;
  const stayed = isIdle ? 2 : 1;
  return { won: 0, ended: stayed, stuck: stayed, forfeit: isIdle ? 4 : 3, "no-show": 4 }[state];
}
