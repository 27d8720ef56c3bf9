/**
 * The score of a match: beside each name, and when the race is over.
 * @module
 */

/** @import { MatchPlayer, MatchState, RaceFrame } from "../net/messages.js" */
/** @import { State } from "./state.js" */
import { part, patch, rows, slot, write } from "../lib/elements.js";
import { gettext, ngettext } from "../lib/gettext.js";
import { dotted } from "../lib/wrapping.js";
import { endsWithRound, isAlone } from "../net/kinds.js";
import { headline } from "./headline.js";
import { hasMoved, ownSeat, scene } from "./state.js";

/**
 * What each seat of a table has won in the earlier rounds of its event, until the round is over; empty outside of events,
 * and in a first round.
 * @typedef {Readonly<Record<number, string>>} EventPoints
 */

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
  return match && player ? scoreText(match, player) : "";
}

/**
 * Shows the score of a seat beside its name, in the match or in the event; in a match the name has the room until there is one.
 * @param {HTMLElement} row
 * @param {RaceFrame} race
 * @param {number} seat
 * @param {EventPoints} points
 */
export function showScore(row, race, seat, points) {
  const score = slot(row, "score");
  const won = scoreOf(race, seat);
  const text = won || (race.state === "over" ? "" : points[seat] ?? "");
  patch(score, { hidden: text === "" || won === "0" });
  write(score, text);
  if (text) patch(score, { title: scoreTitle(race) });
}

/**
 * What the score beside a name counts.
 * @param {RaceFrame} race
 */
function scoreTitle({ match }) {
  if (!match) return gettext("Points in the event");
  return winsDecide(match) ? gettext("Wins in the match") : gettext("Points in the match");
}

/**
 * What the match is played to, and which race this is.
 * @param {MatchState} match
 * @returns {string}
 */
export function goalText({ target, two_ahead, number, players }) {
  return dotted([targetText({ target, two_ahead, players }), gettext("race %(n)s", { n: String(number) })]);
}

/**
 * What decides a match: "First to 3 wins · by two".
 * @param {Pick<MatchState, "target" | "two_ahead" | "players">} match
 */
export function targetText({ target, two_ahead, players }) {
  const goal = target === null ? gettext("Open series") : gettext("First to %(n)s wins", { n: String(target) });
  return dotted([goal, two_ahead && players.length <= 2 ? gettext("by two") : ""]);
}

/**
 * Whether the match is played to wins, however many play; points decide nothing then. An open series counts points.
 * @param {Pick<MatchState, "target">} match
 */
export function winsDecide({ target }) {
  return target !== null;
}

/**
 * What a player has of that which decides the match.
 * @param {MatchState} match
 * @param {MatchPlayer} player
 * @returns {string}
 */
export function scoreText(match, { wins, points }) {
  return pointsText(winsDecide(match) ? wins : points);
}

/**
 * What a player's score counts, to stand behind it; nothing between two, whose scores stand side by side.
 * @param {MatchState} match
 * @param {MatchPlayer} player
 * @returns {string}
 */
export function unitText(match, { wins, points }) {
  if (match.players.length <= 2) return "";
  return winsDecide(match) ? ngettext("win", "wins", wins === 1 ? 1 : 2) : ngettext("point", "points", points === 1 ? 1 : 2);
}

/**
 * Why a race counts in which no one got all cards home.
 * @param {RaceFrame} race
 * @returns {string}
 */
export function unfinishedText({ seats, match }) {
  if (!match || seats.some(({ state }) => state === "won")) return "";
  const placed = seats.filter(({ place }) => place !== null);
  const [first, ...others] = placed.filter(({ place }) => place === 1);
  // A tie without a move brings nothing; points are won from those behind, too.
  const isIdleTie = others.length > 0 && !hasMoved(first) && (winsDecide(match) || others.length + 1 === placed.length);
  if (!placed.length || isIdleTie) return gettext("So this race scores nothing.");
  return gettext("No one finished, but in a match the places count.");
}

/**
 * How the match stands, in a sentence.
 * @param {RaceFrame} race
 * @returns {string}
 */
export function standText({ match, seats, you }) {
  const winner = match?.players.find(({ won }) => won);
  if (match?.state === "stopped") return stoppedText(match, seats, you);
  if (!winner) return "";
  if (winner.seat !== null && winner.seat === you) return gettext("You win the match!");
  return gettext("%(name)s wins the match", { name: winner.name });
}

/**
 * Who stopped the match, as one player's decision ends it for all.
 * @param {MatchState} match
 * @param {RaceFrame["seats"]} seats
 * @param {number | null} you
 * @returns {string}
 */
function stoppedText({ stopped_by }, seats, you) {
  // A process of an earlier release doesn't tell.
  if (!stopped_by) return gettext("The match was stopped.");
  const isOwn = seats.some(({ seat, name }) => seat === you && name === stopped_by);
  return isOwn ? gettext("You stopped the match.") : gettext("%(name)s stopped the match.", { name: stopped_by });
}

/**
 * What the result is headed by: who won the match, if this race decided it, and else who won the race.
 * @param {State} state
 * @returns {string}
 */
export function titleText(state) {
  return (state.race && isDecided(state.race) && standText(state.race)) || headline(state);
}

/**
 * Whether someone has won the match with this race.
 * @param {RaceFrame} race
 */
export function isDecided({ match }) {
  return match?.state === "won" && match.players.some(({ won }) => won);
}

/**
 * Whether the player on this page may choose what is raced next. Of several who are last, the first to come does.
 * @param {RaceFrame} race
 * @returns {boolean}
 */
export function mayChoose(race) {
  if (race.you === null || (race.next !== null && race.next_started)) return false;
  const seats = choosers(race).map(({ seat }) => seat);
  const isTaken = race.next !== null && race.next_by !== race.you && seats.includes(race.next_by);
  return seats.includes(race.you) && !isTaken;
}

/**
 * Whether the player on this page may change what is raced here: the host, and in the next race of a match only one of
 * those who were last.
 * @param {RaceFrame} race
 * @returns {boolean}
 */
export function mayChange(race) {
  return race.you !== null && race.you === race.host && !waitsForChooser(race);
}

/**
 * Whether no one who may choose this race, the next of a match, has come.
 * @param {RaceFrame} race
 * @returns {boolean}
 */
export function waitsForChooser({ match, host }) {
  const found = match?.players.filter(({ chooses }) => chooses) ?? [];
  return found.length > 0 && !found.some(({ seat }) => seat !== null && seat === host);
}

/**
 * Tells a player who else may choose the next game.
 * @param {RaceFrame} race
 * @returns {string}
 */
export function chooserText(race) {
  const [first, ...others] = choosers(race);
  if (!first || others.length || race.you === null || first.seat === race.you) return "";
  // Who chooses and is in for the next race is at it.
  if (race.next !== null && [race.next_by, ...(race.next_in ?? [])].includes(first.seat)) return "";
  return gettext("%(name)s may choose the next game", { name: first.name });
}

/**
 * Who may choose what is raced next: the last of this race, or all who share that place.
 * @param {RaceFrame} race
 * @returns {{ seat: number | null, name: string }[]}
 */
function choosers({ match, seats }) {
  if (match) return match.state === "on" ? match.players.filter(({ chooses }) => chooses) : [];
  const last = Math.max(...seats.map(({ place }) => place ?? 0));
  return seats.length > 1 && last > 0 ? seats.filter(({ place }) => place === last) : [];
}

/**
 * Whether people play a match: a rematch makes a single race the first of a series, and is still a rematch.
 * @param {MatchState} match
 * @returns {boolean}
 */
export function isUnderWay({ number, target, chosen }) {
  return number > 1 || target !== null || chosen;
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
 * Says at the table, and to watchers, which race of which match this is.
 * @returns {(state: State) => void}
 */
export function matchTitle() {
  const title = part(document, "#title-match");
  const label = part(document, "#hud-match");
  return ({ race }) => {
    const match = race?.match;
    const hidden = !match || !isUnderWay(match);
    patch(title, { hidden });
    patch(label, { hidden });
    if (hidden) return;
    /** @type {HTMLAnchorElement} */
    const link = part(title, "a");
    write(link, goalText(match));
    link.href = `/match/${match.code}/`;
    write(label, gettext("Race %(n)s", { n: String(match.number) }));
  };
}

/**
 * @returns {(state: State) => void}
 */
export function match() {
  const root = part(document, "#match-score");
  const list = part(root, "#match-points");
  const why = part(document, "#match-why");
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#match-player"));
  /** @type {HTMLAnchorElement} */
  const link = part(document, "#match-link");
  const stop = part(document, "#stop-match");
  /** @type {HTMLFormElement} */
  const stopping = part(stop, "form");
  /** @type {HTMLElement | null} In an event, the organiser has chosen. */
  const choose = document.querySelector("#choose-next");
  /** @type {HTMLElement | null} */
  const chooser = document.querySelector("#chooser");
  return (state) => {
    const { race } = state;
    if (!race || scene(state) !== "result") return;
    const { match } = race;
    if (choose && chooser) {
      const isFixed = isAlone(race.kind) || endsWithRound(race.kind);
      choose.hidden = isFixed || !mayChoose(race);
      write(chooser, isFixed ? "" : chooserText(race));
      chooser.hidden = chooser.textContent === "";
    }
    link.hidden = !match;
    // The button keeps its place while others ask for a rematch.
    root.hidden = !match || !isUnderWay(match);
    stop.hidden = match?.state !== "on" || !ownSeat(state);
    if (!match) return;
    link.href = `/match/${match.code}/`;
    stopping.action = `/match/${match.code}/stop/`;
    // Once it is over, the score says all.
    const goal = part(root, "#match-goal");
    goal.hidden = match.state !== "on";
    write(goal, goalText(match));
    write(why, unfinishedText(race));
    why.hidden = root.hidden || why.textContent === "";
    const stand = part(root, "#match-stand");
    // Where the title tells of the match, this tells a watcher of the race, and its honours a player.
    write(stand, isDecided(race) ? (ownSeat(state) ? "" : headline(state)) : standText(race));
    stand.hidden = stand.textContent === "";
    root.classList.toggle("duel", match.players.length === 2);
    const players = inOrder(match, race.you);
    rows(list, template, players, ({ name, seat }) => seat ?? name, (row, player) => {
      const own = player.seat !== null && player.seat === race.you;
      row.classList.toggle("own", own);
      write(slot(row, "name"), own ? gettext("You") : player.name);
      write(slot(row, "score"), scoreText(match, player));
      write(slot(row, "unit"), unitText(match, player));
    });
  };
}

/**
 * You first between two; the best first among more.
 * @param {MatchState} match
 * @param {number | null} you
 * @returns {MatchPlayer[]}
 */
function inOrder({ target, players }, you) {
  if (players.length === 2) return [...players].sort((a, b) => Number(b.seat === you) - Number(a.seat === you));
  const byWins = winsDecide({ target });
  return [...players].sort((a, b) => (byWins ? b.wins - a.wins : 0) || b.points - a.points);
}
