/**
 * A result as a few lines to share, with a link that shows no cards. No DOM.
 * @module
 */

/** @import { RaceFrame, SeatState } from "../net/messages.js" */
import { counted } from "../lib/counted.js";
import { gettext } from "../lib/gettext.js";
import { clockText } from "../lib/times.js";
import { margin, placeText } from "./honours.js";
import { isDecided, isUnderWay, scoreOf } from "./match.js";
import { hasRisen } from "./state.js";

const SQUARES = 10;

/** Players share how many cards they were behind only if they were this close. */
const NEAR = 5;

/** A tenth of the cards is fast in less than half of what it took on average, slow in more than so much of it. */
const FAST = 0.5;
const SLOW = 1.5;

const MEDALS = ["🥇", "🥈", "🥉"];

/**
 * @param {RaceFrame} race one that is over
 * @param {string} title what the game is called, of a daily with its day
 * @param {readonly number[]} [tenths] the milliseconds that each tenth of the cards took, as far as the player got
 * @param {boolean} [isClosed] whether who follows the link finds the results alone, as no one else may play
 * @returns {string} words that say it all, then squares that draw it, then what a link follows
 */
export function boast(race, title, tenths = [], isClosed = false) {
  const mine = race.seats.find((other) => other.seat === race.you);
  return [
    `🃏 ${gettext("Same Deal: %(title)s", { title })}`,
    ...(mine ? [matchLine(race), resultLine(race, mine), ...squareLines(tenths)].filter(Boolean) : [watchedLine(race)]),
    isClosed ? gettext("Patience with the same cards for everyone. The results:") : gettext("Patience with the same cards for everyone. Your turn:"),
  ].join("\n");
}

/**
 * @param {RaceFrame} race
 * @param {SeatState} mine
 */
function resultLine(race, mine) {
  const facts = [resultOf(mine), placeText(race, mine), margin(race, mine, NEAR), mine.assisted ? gettext("with hints") : ""];
  return [prize(race, mine), facts.filter(Boolean).join(" · ")].filter(Boolean).join(" ");
}

/**
 * How the player's match stands: between two the score, among more only whether it is won.
 * @param {RaceFrame} race
 * @returns {string}
 */
function matchLine(race) {
  const { match, seats, you } = race;
  if (!match || you === null || !isUnderWay(match)) return "";
  const isWon = match.players.some(({ seat, won }) => won && seat === you);
  const n = String(match.number);
  if (match.players.length !== 2 || seats.length !== 2) return isWon ? gettext("Won the match") : gettext("Race %(n)s of a match", { n });
  const score = [you, 1 - you].map((seat) => scoreOf(race, seat)).join(" : ");
  if (!isDecided(race)) return gettext("Race %(n)s of a match, score %(score)s", { n, score });
  return isWon ? gettext("Won the match %(score)s", { score }) : gettext("Lost the match %(score)s", { score });
}

/** @param {RaceFrame} race */
function watchedLine({ seats }) {
  const watched = gettext("I watched a race of %(count)s", { count: seats.length });
  const first = seats.find(({ place }) => place === 1);
  if (!first) return watched;
  const result = first.state === "won" ? clockText(first.time ?? 0) : resultOf(first);
  return `${watched} · ${gettext("First: %(result)s", { result })}`;
}

/**
 * @param {RaceFrame} race
 * @param {SeatState} mine
 */
function prize(race, mine) {
  const { state, place } = mine;
  if (race.seats.length < 2) return state === "won" ? "🏆" : "";
  return state === "forfeit" || !hasRisen(mine, race) ? "" : (MEDALS[(place ?? 0) - 1] ?? "");
}

/**
 * @param {SeatState} seat
 * @returns {string}
 */
function resultOf({ state, time, progress }) {
  return state === "won" ? gettext("Solved in %(time)s", { time: clockText(time ?? 0) }) : counted("shared", { progress });
}

/**
 * A square for each tenth of the cards, and what its colour means; nothing for a run that hardly began.
 * @param {readonly number[]} tenths
 * @returns {string[]}
 */
function squareLines(tenths) {
  if (tenths.length === 0) return [];
  const mean = tenths.reduce((sum, ms) => sum + ms, 0) / tenths.length;
  const paces = tenths.map((ms) => (ms < FAST * mean ? "🟩" : ms > SLOW * mean ? "🟦" : "🟨"));
  const squares = paces.join("") + "⬜".repeat(Math.max(0, SQUARES - paces.length));
  const key = Object.entries({
    "🟩": gettext("fast"),
    "🟨": gettext("steady"),
    "🟦": gettext("slow"),
    "⬜": gettext("to go"),
  });
  const used = key.filter(([square]) => squares.includes(square)).map(([square, word]) => `${square} ${word}`);
  return [squares, gettext("A square is a tenth of the cards: %(key)s", { key: used.join(" ") })];
}

/**
 * @param {RaceFrame} race one that is over
 * @returns {string} the address of one's own run to race against, or that of the race
 */
export function addressOf(race) {
  const seat = race.seats.find((other) => other.seat === race.you);
  return seat ? `/entry/${seat.entry}/race` : `/race/${race.code}/`;
}
