/**
 * The score of a match: beside each name, and when the race is over.
 * @module
 */

/** @import { MatchPlayer, MatchState, RaceFrame } from "../net/messages.js" */
/** @import { State } from "./state.js" */
import { part, rows, slot, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { dotted } from "../lib/wrapping.js";
import { isAlone } from "../net/kinds.js";
import { ownSeat, scene } from "./state.js";

/**
 * Points as people write them: halves come from ties.
 * @param {number} points
 * @returns {string}
 */
export function pointsText(points) {
  const whole = Math.floor(points);
  return points === whole ? String(whole) : `${whole || ""}½`;
}

/**
 * The score of a seat; empty outside of a match.
 * @param {RaceFrame} race
 * @param {number} seat
 * @returns {string}
 */
export function scoreOf({ match }, seat) {
  const player = match?.players.find((one) => one.seat === seat);
  return player ? pointsText(player.points) : "";
}

/**
 * Shows the score of a seat beside its name.
 * @param {HTMLElement} row
 * @param {RaceFrame} race
 * @param {number} seat
 */
export function showScore(row, race, seat) {
  const score = slot(row, "score");
  const text = scoreOf(race, seat);
  score.hidden = text === "";
  write(score, text);
  if (text) score.title = gettext("Points in the match");
}

/**
 * What the match is played to, and which race this is.
 * @param {MatchState} match
 * @returns {string}
 */
export function goalText({ target, two_ahead, number }) {
  const goal = target === null ? gettext("Open series") : gettext("First to %(n)s wins", { n: String(target) });
  return dotted([goal, two_ahead ? gettext("by two") : "", gettext("race %(n)s", { n: String(number) })]);
}

/**
 * How the match stands, in a sentence.
 * @param {RaceFrame} race
 * @returns {string}
 */
export function standText({ match, you, next }) {
  const winner = match?.players.find(({ won }) => won);
  if (match?.state === "stopped" && next === null) return gettext("The match was stopped.");
  if (!winner) return "";
  if (winner.seat !== null && winner.seat === you) return gettext("You win the match!");
  return gettext("%(name)s wins the match", { name: winner.name });
}

/**
 * Whether the player on this page may choose what is raced next: the last of this race, or all who share that place.
 * @param {RaceFrame} race
 * @returns {boolean}
 */
export function mayChoose({ match, seats, you }) {
  if (match) return match.state === "on" && match.players.some(({ seat, chooses }) => chooses && seat === you);
  const own = seats.find(({ seat }) => seat === you)?.place ?? 0;
  return seats.length > 1 && own > 0 && own === Math.max(...seats.map(({ place }) => place ?? 0));
}

/**
 * Whether people play a match: a rematch makes a single race the first of a series, and is still a rematch.
 * @param {MatchState} match
 * @returns {boolean}
 */
export function isUnderWay({ number, target }) {
  return number > 1 || target !== null;
}

/**
 * @returns {(state: State) => void}
 */
export function matchLine() {
  const line = part(document, "#match-line");
  /** @type {HTMLAnchorElement} */
  const link = part(line, "a");
  return ({ race }) => {
    line.hidden = !race?.match;
    if (!race?.match) return;
    write(link, goalText(race.match));
    link.href = `/match/${race.match.code}/`;
  };
}

/**
 * @returns {(state: State) => void}
 */
export function match() {
  const root = part(document, "#match-score");
  const list = part(root, "#match-points");
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#match-player"));
  /** @type {HTMLAnchorElement} */
  const link = part(document, "#match-link");
  /** @type {HTMLFormElement} */
  const stop = part(document, "#stop-match");
  const choose = part(document, "#choose-next");
  return (state) => {
    const { race } = state;
    if (!race || scene(state) !== "result") return;
    const { match } = race;
    choose.hidden = !mayChoose(race) || isAlone(race.kind);
    link.hidden = !match;
    // The button keeps its place while others ask for a rematch.
    root.hidden = !match || !isUnderWay(match);
    stop.hidden = match?.state !== "on" || !ownSeat(state);
    if (!match) return;
    link.href = `/match/${match.code}/`;
    stop.action = `/match/${match.code}/stop/`;
    write(part(root, "#match-goal"), goalText(match));
    const stand = part(root, "#match-stand");
    write(stand, standText(race));
    stand.hidden = stand.textContent === "";
    root.classList.toggle("duel", match.players.length === 2);
    const players = inOrder(match.players, race.you);
    rows(list, template, players, ({ name, seat }) => seat ?? name, (row, player) => {
      const own = player.seat !== null && player.seat === race.you;
      row.classList.toggle("own", own);
      write(slot(row, "name"), own ? gettext("You") : player.name);
      write(slot(row, "points"), pointsText(player.points));
    });
  };
}

/**
 * You first between two; the best first among more.
 * @param {MatchPlayer[]} players
 * @param {number | null} you
 * @returns {MatchPlayer[]}
 */
function inOrder(players, you) {
  if (players.length === 2) return [...players].sort((a, b) => Number(b.seat === you) - Number(a.seat === you));
  return [...players].sort((a, b) => b.points - a.points);
}
