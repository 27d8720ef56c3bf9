/**
 * The first three places of a race that is over.
 * @module
 */

/** @import { MatchPlayer, MatchState, RaceFrame, SeatState } from "../net/messages.js" */
import { part, rows, slot, write } from "../lib/elements.js";
import { resultText } from "../lib/times.js";
import { isDecided, scoreText, unitText, winsDecide } from "./match.js";
import { byPlace, hasRisen } from "./state.js";

/** @typedef {Pick<SeatState, "seat" | "name" | "bot" | "place">} Step */

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
  const seats = match ? [] : onPodium(race);
  const steps = match
    ? ofMatch(match, race).map((step) => ({ ...step, crowned: true, result: scoreOfStep(match, step) }))
    : seats.map((seat) => ({ ...seat, crowned: seat.state === "won", result: shortResult(seat) }));
  root.hidden = steps.length === 0;
  root.classList.toggle("of-match", match !== null);
  // Where everyone stands there, so does the score.
  part(document, "#match-points").hidden = match !== null && steps.length === match.players.length;
  rows(root, template, steps, ({ seat }) => seat, (row, step) => {
    row.classList.toggle("own", step.seat === race.you);
    row.dataset.place = String(step.place);
    write(slot(row, "place"), String(step.place));
    write(slot(row, "name"), step.name);
    slot(row, "crown").toggleAttribute("hidden", step.place !== 1 || !step.crowned);
    slot(row, "bot").hidden = !step.bot;
    slot(row, "you").hidden = step.seat !== race.you;
    write(slot(row, "result"), step.result);
  });
  return seats;
}

/**
 * Who stands there once the match is won: by the score, not by this race.
 * @param {MatchState} match
 * @param {RaceFrame} race
 * @returns {Step[]}
 */
export function ofMatch(match, { seats }) {
  /** @param {MatchPlayer} one */
  const score = ({ won, wins, points }) => [Number(won), winsDecide(match) ? wins : 0, points];
  /** @param {MatchPlayer} one @param {MatchPlayer} other */
  const compare = (one, other) => {
    const theirs = score(other);
    return score(one).map((value, at) => theirs[at] - value).find((difference) => difference !== 0) ?? 0;
  };
  const here = match.players.map((player, number) => {
    // Whoever isn't in this race keeps the place, with a key that no seat has.
    const seat = seats.find((one) => one.seat === player.seat) ?? { name: player.name, bot: false, seat: -1 - number };
    return { ...seat, place: 1 + match.players.filter((other) => compare(other, player) < 0).length };
  });
  const found = here.filter(({ place }) => place <= LAST).sort((one, other) => one.place - other.place);
  return found.length <= MOST ? found : [];
}

/**
 * The score of the match on a step: "2 : 0" between two, and else what decides it.
 * @param {MatchState} match
 * @param {Step} step
 * @returns {string}
 */
export function scoreOfStep(match, { seat }) {
  const own = match.players.find((player, number) => player.seat === seat || (player.seat === null && seat === -1 - number));
  if (!own) return "";
  const others = match.players.filter((player) => player !== own);
  const score = scoreText(match, own);
  if (others.length === 1) return `${score} : ${scoreText(match, others[0])}`;
  return `${score} ${unitText(match, own)}`;
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
