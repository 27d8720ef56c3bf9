/**
 * What a race came to for a player: result, place, margin, personal best. No DOM but in `showHonours`.
 * @module
 */

/** @import { RaceFrame, SeatState } from "../net/messages.js" */
/** @import { State } from "./state.js" */
import { counted } from "../lib/counted.js";
import { patch, slot, write } from "../lib/elements.js";
import { gettext, ngettext } from "../lib/gettext.js";
import { clockText, resultText } from "../lib/times.js";
import { countsKept, dotted } from "../lib/wrapping.js";
import { isAttempt } from "../net/kinds.js";
import { leftText } from "./headline.js";
import { isDecided } from "./match.js";
import { hasMoved, isDone, ownSeat, standing } from "./state.js";

/** A margin below this many milliseconds is shown to the hundredth. */
const CLOSE = 10_000;

/**
 * The player's best time before this race: null without one, undefined where none is kept.
 * @typedef {number | null | undefined} Best
 */

/**
 * @param {HTMLElement} root
 * @param {State} state
 * @param {Best} best
 */
export function showHonours(root, state, best) {
  const seat = ownSeat(state);
  patch(root, { hidden: !state.race || !seat || !isDone(seat) });
  if (root.hidden || !state.race || !seat) return;
  patch(root.dataset, { state: seat.state });
  write(slot(root, "time"), seat.state === "won" ? resultText(seat.time ?? 0) : counted("result", { progress: seat.progress }));
  write(slot(root, "line"), ownLine(state.race, seat));
  const record = slot(root, "best");
  const sentence = bestText(seat, best, state.race.seats.length < 2);
  patch(record, { hidden: !sentence });
  write(record, sentence);
}

/**
 * @param {RaceFrame} race
 * @param {SeatState} seat
 * @param {string} [reached] how far the player came, where nothing else tells
 * @returns {string}
 */
export function ownLine(race, seat, reached = "") {
  const [own, others] = line(race, seat);
  // What tells of the others comes last, so that the count is plainly the player's.
  return countsKept(dotted([own, reached, others]));
}

/**
 * @param {RaceFrame} race
 * @param {SeatState} seat
 * @returns {[own: string, others: string]}
 */
function line(race, seat) {
  // Where the title is about the match, this is about the race.
  const which = race.match && isDecided(race) ? gettext("Race %(n)s", { n: String(race.match.number) }) : "";
  const isTold = isInHeadline(race, seat);
  const isSaid = isTold && !which;
  // Until the race is over, the title above says so.
  if (seat.state === "forfeit" && !isSaid) return [race.state === "over" ? dotted([which, gettext("You left the race")]) : "", ""];
  if (isIdleAttempt(race, seat)) return ["", ""];
  const isIdle = seat.state === "no-show" || (seat.state === "ended" && seat.moves === 0 && race.state === "over" && race.seats.length > 1);
  // The headline says that no one did.
  if (isIdle && race.decided === "nobody") return ["", ""];
  if (isIdle && !isTold) return [dotted([which, gettext("You didn't make a move")]), ""];
  const place = placeText(race, seat);
  // Points go by the place over all tables of the round, which the event's page shows.
  const told = race.kind === "event" && hasPlace(race, seat) ? gettext("%(place)s at this table", { place }) : place;
  return [dotted([which, told]), isSaid ? "" : margin(race, seat)];
}

/**
 * Whether an attempt ended without a move: the server's line on its trial says so, so nothing else need.
 * @param {RaceFrame} race
 * @param {SeatState} seat
 */
export function isIdleAttempt({ kind }, { state, moves }) {
  return isAttempt(kind) && state === "ended" && moves === 0;
}

/**
 * Whether the headline says already what lies between the player and the first, or the next.
 * @param {RaceFrame} race
 * @param {SeatState} mine
 */
function isInHeadline({ decided, seats }, { place, progress }) {
  if (decided === "left") return place === 1 || seats.length === 2;
  return decided === "sooner" && seats.find((seat) => seat.place === 1)?.progress === progress;
}

/**
 * The place, and whether it may still change: that of a win is final at once.
 * @param {RaceFrame} race
 * @param {SeatState} own
 * @returns {string}
 */
export function placeText(race, own) {
  const { state, seats } = race;
  const { seat, state: run, place, moves } = own;
  if (place === null || !hasPlace(race, own)) return ngettext("%(count)s move", "%(count)s moves", moves);
  const isShared = seats.some((other) => other.seat !== seat && other.place === place);
  const facts = { place, count: seats.length };
  if (state !== "over" && run !== "won" && !seats.every(isDone)) {
    return isShared ? gettext("Shared place %(place)s of %(count)s for now", facts) : gettext("Place %(place)s of %(count)s for now", facts);
  }
  return isShared ? gettext("Shared place %(place)s of %(count)s", facts) : gettext("Place %(place)s of %(count)s", facts);
}

/**
 * Whether there is a place to tell: until the race is over, none while all are level.
 * @param {RaceFrame} race
 * @param {SeatState} seat
 */
function hasPlace(race, seat) {
  return seat.place !== null && race.seats.length > 1 && (race.state === "over" || standing(race, seat) !== null);
}

/**
 * How far ahead of the next, or behind the first; empty as long as it isn't known.
 * @param {RaceFrame} race
 * @param {SeatState} mine
 * @param {number} [most] more cards behind aren't told
 * @returns {string}
 */
export function margin({ state, seats, decided, you }, mine, most = Infinity) {
  const others = seats.filter(({ seat }) => seat !== mine.seat);
  const [first] = [...others].sort(byResult);
  if (!first) return "";
  if (mine.place === 1 && decided === "left") return leftText({ others, you });
  if (mine.place === 1) return first.place === 1 ? "" : lead(mine, first, state === "over");
  if (mine.state === "won") return gettext("%(time)s behind %(name)s", { time: gap(first, mine), name: first.name });
  const count = first.progress - mine.progress;
  const isSettled = state === "over" || first.state === "won";
  if (!isSettled || isGone(mine) || first.place === mine.place || count < 0 || count > most) return "";
  // Without a move, as many came with the deal.
  if (count === 0) return hasMoved(mine) ? asManyText(mine, first) : "";
  return ngettext("%(count)s card behind %(name)s", "%(count)s cards behind %(name)s", count, { name: first.name });
}

/**
 * @param {SeatState} mine
 * @param {SeatState} next
 * @param {boolean} over
 */
function lead(mine, next, over) {
  if (next.state === "won") return gettext("won by %(time)s", { time: gap(mine, next) });
  const count = mine.progress - next.progress;
  if (!over || count < 0) return "";
  if (count === 0) return asManyText(mine, next);
  return ngettext("won by %(count)s card", "won by %(count)s cards", count);
}

/**
 * What tells two players with as many cards apart: who had them first.
 * @param {SeatState} mine
 * @param {SeatState} other
 */
export function asManyText({ place }, { name, place: theirs }) {
  if (place === null || theirs === null || place === theirs) return gettext("Level with %(name)s", { name });
  return place < theirs
    ? gettext("As many as %(name)s, but sooner", { name })
    : gettext("As many as %(name)s, but later", { name });
}

/**
 * @param {SeatState} first
 * @param {SeatState} second
 */
export function gap(first, second) {
  const ms = (second.time ?? 0) - (first.time ?? 0);
  return ms < CLOSE ? resultText(ms) : clockText(ms);
}

/**
 * @param {SeatState} a
 * @param {SeatState} b
 */
function byResult(a, b) {
  const [gone, other] = [a, b].map(isGone);
  return Number(gone) - Number(other) || (a.time ?? Infinity) - (b.time ?? Infinity) || b.progress - a.progress || 0;
}

/**
 * Whoever left or never began stands behind all others, with however many cards.
 * @param {SeatState} seat
 */
export function isGone({ state }) {
  return state === "forfeit" || state === "no-show";
}

/**
 * @param {SeatState} seat
 * @param {Best} best
 * @param {boolean} [alone] without rivals, to bring all cards home is to win
 * @returns {string}
 */
export function bestText({ state, time, place, assisted, voided }, best, alone = false) {
  if (state !== "won" || time === null || assisted || voided || best === undefined) return "";
  if (best === null) {
    return alone || place === 1
      ? gettext("Your first win at this game!")
      : gettext("Your first finish at this game!");
  }
  if (time >= best) return "";
  const by = best - time;
  return gettext("Personal best, by %(time)s!", { time: by < CLOSE ? resultText(by) : clockText(by) });
}
