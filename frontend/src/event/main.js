/**
 * The page of an event: its clock, standings, rounds and tables as they change. The reader's table opens as soon as
 * the round has seated them.
 * @module
 */

/** @import { EventFrame, ServerFrame, StandingsFrame, YouFrame } from "../net/messages.js" */
import { celebrate } from "../lib/celebration.js";
import { pageData } from "../lib/elements.js";
import { invite } from "../lib/invite.js";
import { showPodium } from "../lib/podium.js";
import { Socket } from "../net/socket.js";
import { clock } from "./clock.js";
import { showOwn, showRoundsAhead } from "./own.js";
import { showEvent } from "./parts.js";
import { showStandings } from "./standings.js";

const tick = clock();

/** @type {YouFrame | null} */
let you = null;

/** @type {EventFrame | null} */
let event = null;

/** @type {StandingsFrame | null} */
let standings = null;

/** @param {ServerFrame} frame */
function show(frame) {
  if (frame.t === "event") {
    event = frame;
    tick.show(frame);
    showEvent(frame);
    showRoundsAhead(frame, you);
  } else if (frame.t === "standings") {
    standings = frame;
    showStandings(standings, you);
  } else if (frame.t === "you") {
    you = frame;
    showOwn(frame, tick.leftToStart());
    if (event) showRoundsAhead(event, you);
    // The reader's own row is marked, and added if it isn't among the first.
    if (standings) showStandings(standings, you);
  }
  celebrateEnd();
}

/** Shows the podium, with confetti for whoever stands on it. */
function celebrateEnd() {
  if (!standings) return;
  const own = you?.row?.player ?? null;
  const onPodium = showPodium(standings.rows, event?.state === "over", own);
  if (event && onPodium.some(({ player }) => player === own)) celebrate(event.code);
}

if (document.querySelector("#invite-link")) invite(document.body);
const socket = new Socket(pageData("page").socket, { onFrame: show, onConnection: () => {} });
socket.open();
addEventListener("online", () => socket.wake());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  socket.wake();
  celebrateEnd();
});
