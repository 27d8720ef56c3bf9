/**
 * One press opens a rematch, and one accepts it: everyone gets to the same new race.
 * @module
 */

/** @import { MatchState, RaceFrame } from "../net/messages.js" */
/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { part, slot, write } from "../lib/elements.js";
import { gettext, ngettext } from "../lib/gettext.js";
import { namesText } from "../lib/names.js";
import { endsWithRound, isAlone } from "../net/kinds.js";
import { isUnderWay, mayChoose } from "./match.js";
import { ownSeat, rivals, scene } from "./state.js";
import { enable } from "./waiting.js";

/**
 * Where this race leads once the next one has started, as the server found it.
 * @typedef {{ address: string, label: string }} WayOn
 */

/**
 * @param {Control} control
 * @param {WayOn | null} wayOn
 * @returns {(state: State, before: State) => void}
 */
export function rematch(control, wayOn) {
  /** @type {HTMLButtonElement} */
  const button = part(document, "#rematch");
  /** @type {HTMLAnchorElement} */
  const link = part(document, "#next-race");
  const who = part(document, "#rematch-who");
  /** @type {HTMLElement | null} */
  const another = document.querySelector("#another-race");
  const accept = part(document, "#rematch-go");
  let called = false;

  button.onclick = () => control.ask({ t: "rematch" });
  accept.onclick = () => go(control.state);

  return (state, before) => {
    const { race } = state;
    if (!race || scene(state) !== "result") return;
    const isHeld = document.activeElement === button;
    const isStopped = race.match?.state === "stopped";
    button.hidden = race.next !== null || isAlone(race.kind) || endsWithRound(race.kind) || !ownSeat(state) || isStopped;
    if (another) another.hidden = !isStopped || race.next !== null || !ownSeat(state);
    enable(button, state, !("rematch" in state.asked));
    write(slot(button, "text"), rematchText(state));
    if (race.next === null) {
      // Who asked for it may have left again.
      called = false;
      write(who, ownSeat(state) ? "" : comingText(race));
      for (const gone of [accept, link]) gone.hidden = true;
      return;
    }
    link.href = wayOn?.address ?? `/race/${race.next}/`;
    // It may have been called while this page celebrated.
    const isNew = before.race && (before.race.next === null || scene(before) === "finale");
    if (isNew && "rematch" in before.asked) go(state);
    called ||= Boolean(!wayOn && ownSeat(state) && race.next_by !== race.you);
    // Once it has started, it can only be watched.
    if (race.next_started) called = false;
    accept.hidden = !called;
    link.hidden = called;
    if (wayOn) write(link, wayOn.label);
    else if (race.match && isUnderWay(race.match)) write(link, nextText(race.match));
    write(who, called ? callText(race) : ownSeat(state) ? "" : comingText(race));
    write(accept, acceptText(race));
    // Who was told to stay for it is taken along.
    if (!ownSeat(state) && before.race && comingText(before.race) && race.next_started) location.assign(link.href);
    if (isHeld && called) accept.focus();
  };
}

/**
 * What the button does: without anyone to call, it opens a race for the player alone. Who left the race can be called.
 * @param {State} state
 * @returns {string}
 */
export function rematchText(state) {
  const match = state.race?.match;
  if (match && isUnderWay(match)) return match.state === "won" ? gettext("Another match") : gettext("Next race");
  const isAlone = rivals(state).every(({ state: run }) => run === "no-show");
  return isAlone ? gettext("New deal, same game") : gettext("Rematch");
}

/**
 * Where the next race is: it may be long over. After the one that decides a match, another match begins.
 * @param {MatchState} match
 * @returns {string}
 */
export function nextText({ number, players }) {
  if (players.some(({ won }) => won)) return gettext("Go to the next match");
  return gettext("Go to race %(n)s", { n: String(number + 1) });
}

/**
 * Who wants the rematch: all who are in for it.
 * @param {RaceFrame} race
 * @returns {string}
 */
export function callText(race) {
  const { seats, next_by, next_in = [], next_game = null, match, you } = race;
  const callers = new Set([next_by, ...next_in]);
  callers.delete(you);
  const names = [...callers].flatMap((number) => seats.filter(({ seat }) => seat === number)).map(({ name }) => name);
  if (!names.length) return gettext("Rematch! Same players, new deal.");
  const told = { names: namesText(names), n: String((match?.number ?? 0) + 1), game: next_game ?? "" };
  const count = names.length;
  if (next_game) return otherGameText(match, count, told);
  if (!match || !isUnderWay(match)) return ngettext("%(names)s wants a rematch", "%(names)s want a rematch", count, told);
  if (match.players.some(({ won }) => won)) return ngettext("%(names)s wants another match", "%(names)s want another match", count, told);
  if (!mayChoose(race)) return ngettext("%(names)s is in for race %(n)s", "%(names)s are in for race %(n)s", count, told);
  return ngettext(
    "%(names)s is in for race %(n)s: the same game, unless you choose another",
    "%(names)s are in for race %(n)s: the same game, unless you choose another",
    count,
    told,
  );
}

/**
 * Who wants the next race at another game than this one.
 * @param {MatchState | null} match
 * @param {number} count
 * @param {{ names: string, n: string, game: string }} told
 * @returns {string}
 */
function otherGameText(match, count, told) {
  if (!match || !isUnderWay(match)) return ngettext("%(names)s wants a rematch at %(game)s", "%(names)s want a rematch at %(game)s", count, told);
  if (match.players.some(({ won }) => won)) return ngettext("%(names)s wants another match at %(game)s", "%(names)s want another match at %(game)s", count, told);
  return ngettext("%(names)s is in for race %(n)s: %(game)s", "%(names)s are in for race %(n)s: %(game)s", count, told);
}

/**
 * What watchers read while the next race is being prepared: its address may be secret until it starts.
 * @param {RaceFrame} race
 * @returns {string}
 */
export function comingText({ next, next_by, next_in, next_started, match }) {
  if (next_started || (next === null && next_by === null && !next_in.length)) return "";
  if (!match || !isUnderWay(match)) return gettext("A rematch is being prepared. Stay here to watch it.");
  if (match.players.some(({ won }) => won)) return gettext("The next match is being prepared. Stay here to watch it.");
  return gettext("Race %(n)s is being prepared. Stay here to watch it.", { n: String(match.number + 1) });
}

/**
 * What the button that accepts does.
 * @param {Pick<RaceFrame, "match">} race
 * @returns {string}
 */
export function acceptText({ match }) {
  if (!match || !isUnderWay(match)) return gettext("I'm in");
  if (match.players.some(({ won }) => won)) return gettext("Join the next match");
  return gettext("Join race %(n)s", { n: String(match.number + 1) });
}

/**
 * Accepts the next race: the player is seated there, and ready.
 * @param {State} state
 */
function go(state) {
  /** @type {HTMLFormElement} */
  const form = part(document, "#follow");
  form.action = `/race/${state.race?.next}/join/`;
  form.submit();
}
