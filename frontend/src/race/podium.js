/**
 * The first three places of a race that is over.
 * @module
 */

/** @import { MatchPlayer, MatchState, RaceFrame, SeatState } from "../net/messages.js" */
import { part, rows, slot, write } from "../lib/elements.js";
import { resultText } from "../lib/times.js";
import { gettext } from "../lib/gettext.js";
import { isDecided, scoreText, winsDecide } from "./match.js";
import { byPlace, hasRisen } from "./state.js";

const LAST = 3;

/** More who share a place have no room there. */
const MOST = 5;

/**
 * @param {RaceFrame} race
 * @returns {SeatState[]} whose results it shows: a match that is won has its score there
 */
export function showPodium(race) {
  const root = part(document, "#podium");
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#podium-step"));
  const match = isDecided(race) ? race.match : null;
  const seats = match ? ofMatch(match, race) : onPodium(race);
  root.hidden = seats.length === 0;
  rows(root, template, seats, ({ seat }) => seat, (step, seat) => {
    step.classList.toggle("own", seat.seat === race.you);
    step.dataset.place = String(seat.place);
    write(slot(step, "place"), String(seat.place));
    write(slot(step, "name"), seat.name);
    slot(step, "crown").toggleAttribute("hidden", seat.place !== 1 || (!match && seat.state !== "won"));
    slot(step, "bot").hidden = !seat.bot;
    slot(step, "you").hidden = seat.seat !== race.you;
    write(slot(step, "result"), match ? scoreOfStep(match, seat) : shortResult(seat));
  });
  return match ? [] : seats;
}

/**
 * Who stands there once the match is won: by the score, not by this race.
 * @param {MatchState} match
 * @param {RaceFrame} race
 * @returns {SeatState[]}
 */
export function ofMatch(match, { seats }) {
  /** @param {MatchPlayer} one */
  const score = ({ won, wins, points }) => [Number(won), winsDecide(match) ? wins : 0, points];
  /** @param {MatchPlayer} one @param {MatchPlayer} other */
  const compare = (one, other) => {
    const theirs = score(other);
    return score(one).map((value, at) => theirs[at] - value).find((difference) => difference !== 0) ?? 0;
  };
  const here = match.players.flatMap((player) => {
    const seat = seats.find((one) => one.seat === player.seat);
    return seat ? [{ ...seat, place: 1 + match.players.filter((other) => compare(other, player) < 0).length }] : [];
  });
  const found = here.filter(({ place }) => place <= LAST).sort((one, other) => one.place - other.place);
  return found.length <= MOST ? found : [];
}

/**
 * The score of the match on a step: "2 : 0" between two, and else what decides it.
 * @param {MatchState} match
 * @param {SeatState} seat
 * @returns {string}
 */
export function scoreOfStep(match, { seat }) {
  const own = match.players.find((player) => player.seat === seat);
  if (!own) return "";
  const others = match.players.filter((player) => player !== own);
  const score = scoreText(match, own);
  if (others.length === 1) return `${score} : ${scoreText(match, others[0])}`;
  return winsDecide(match) ? gettext("wins: %(n)s", { n: score }) : gettext("points: %(n)s", { n: score });
}

/**
 * Who stands there: the first three places among those who stayed and made a move, if anyone got a card home that the deal had not. A tie may bring more than
 * three.
 * @param {RaceFrame} race
 * @returns {SeatState[]}
 */
export function onPodium(race) {
  if (race.seats.length < 2) return [];
  const stayed = byPlace(race).filter((seat) => seat.state !== "forfeit" && seat.state !== "no-show" && hasMoved(seat, race));
  const found = stayed.filter(({ place }) => place !== null && place <= LAST);
  // Whoever is left alone stands there only after a win.
  if (found.length < 2 && !found.some(({ state }) => state === "won")) return [];
  return found.length <= MOST && found.some((seat) => hasRisen(seat, race)) ? found : [];
}

/**
 * @param {SeatState} seat
 * @param {RaceFrame} race
 */
function hasMoved(seat, race) {
  return seat.state === "won" || seat.moves > 0 || hasRisen(seat, race);
}

/**
 * @param {SeatState} seat
 * @returns {string}
 */
function shortResult({ state, time, progress }) {
  return state === "won" ? resultText(time ?? 0) : `${progress}/52`;
}
