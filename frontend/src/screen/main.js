/**
 * The page of an event to project: the next start, the standings, and the tables of the round side by side.
 * @module
 */

/** @import { EventFrame, StandingRow } from "../net/messages.js" */
import { celebrate } from "../lib/celebration.js";
import { pageData, part, patch, write } from "../lib/elements.js";
import { fill, gettext } from "../lib/gettext.js";
import { showPodium } from "../lib/podium.js";
import { isLastMinute, remainingText } from "../lib/times.js";
import { Socket } from "../net/socket.js";
import { showRounds } from "./rounds.js";
import { showStandings } from "./standings.js";
import { Tables } from "./tables.js";

const TICK = 250;

/** How long the standings wait at most for the end of the tables, in milliseconds. */
const LONGEST_END = 20_000;

/** @type {{ socket: string, race: string, rounds: import("./rounds.js").RoundWords[] }} */
const data = pageData("page");
const round = part(document, "#screen-round");
const what = part(document, "#screen-what");
const left = part(document, "#screen-left");
const players = part(document, "#screen-players");
const names = part(document, "#screen-names");
const tables = new Tables((code) => addressOf(data.race.replace("CODE", code)));

/** When the clock of the page reaches zero, on the page's own clock; null without one. @type {number | null} */
let zero = null;

/** @type {StandingRow[]} */
let standings = [];

/** The event's code. */
let code = "";

/** What follows the round whose tables are being played to their end. @type {{ event: EventFrame, heardAt: number } | null} */
let next = null;
let endedAt = 0;
let plays = false;

/** @param {EventFrame} event */
function hear(event) {
  const heardAt = performance.now();
  const isOn = event.starts_in === null && event.ends_in !== null;
  const ends = document.body.dataset.round === "on" && !isOn && event.state !== "called-off" && !plays && !tables.areOver;
  if (!next && !ends) return show(event, heardAt);
  if (!next) {
    endedAt = heardAt;
    zero = null;
    write(what, gettext("Round over"));
  }
  next = { event, heardAt };
  tick();
}

/** Goes on to the standings once the tables have been seen to their end. */
function goOn() {
  if (!next || (!tables.areOver && performance.now() - endedAt < LONGEST_END)) return;
  const { event, heardAt } = next;
  next = null;
  show(event, heardAt);
}

/**
 * @param {EventFrame} event
 * @param {number} heardAt on the page's clock
 */
function show(event, heardAt) {
  const { rounds, starts_in, ends_in, state } = event;
  code = event.code;
  const count = rounds.filter((one) => one.state !== "called-off").length;
  const own = event.round === null ? undefined : data.rounds[event.round - 1];
  const texts = own && [gettext("Round %(number)s of %(count)s", { number: event.round ?? 0, count }), own.title, own.length];
  write(round, texts?.join(" · ") ?? ending(state));
  const ms = starts_in ?? ends_in;
  zero = ms === null ? null : heardAt + ms;
  write(what, words(event));
  write(players, fill((event.players === 1 ? players.dataset.one : players.dataset.many) ?? "", { n: event.players }));
  const more = event.players - event.names.length;
  write(names, event.names.length ? event.names.join(", ") + (more > 0 ? ` +${more}` : "") : "");
  showRounds(rounds, data.rounds, state === "coming");
  document.body.dataset.state = state;
  document.body.dataset.round = starts_in === null && ends_in !== null ? "on" : "ahead";
  // The tables of the round before are over: the break belongs to the next.
  const isAhead = starts_in !== null && own !== undefined && rounds[(event.round ?? 1) - 1]?.state === "coming";
  tables.show(isAhead ? [] : event.tables, own?.result ?? "");
  showEnd();
  tick();
}

/** Shows the podium once the event is over, with confetti. */
function showEnd() {
  const onPodium = showPodium(standings, document.body.dataset.state === "over");
  if (onPodium.length > 0) celebrate(code);
}

/**
 * What stands in the round's place once there is none to come.
 * @param {EventFrame["state"]} state
 */
function ending(state) {
  if (state === "over") return gettext("The event is over");
  return state === "called-off" ? gettext("The event was called off") : "";
}

/** @param {EventFrame} event */
function words({ starts_in, ends_in }) {
  if (starts_in !== null) return gettext("Starts in");
  return ends_in === null ? "" : gettext("Ends in");
}

function tick() {
  const ms = zero === null ? null : Math.max(0, zero - performance.now());
  write(left, ms === null ? "" : remainingText(ms));
  patch(left.dataset, { last: String(document.body.dataset.round === "on" && isLastMinute(ms)) });
  tables.tick(performance.now());
  goOn();
}

/** @param {string} path of a socket */
function addressOf(path) {
  const url = new URL(path, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return url.href;
}

const socket = new Socket(addressOf(data.socket), {
  onFrame: (frame) => {
    if (frame.t === "event") {
      hear(frame);
    } else if (frame.t === "standings") {
      standings = frame.rows;
      showStandings(frame);
      showEnd();
    } else if (frame.t === "you") {
      plays = frame.table !== null;
      tables.tellPlays(plays);
    }
  },
  onConnection: () => {},
});
socket.open();
setInterval(tick, TICK);
addEventListener("online", () => socket.wake());
