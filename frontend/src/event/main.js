/**
 * The page of an event: its clock, standings, rounds and tables as they change. The reader's table opens as soon as
 * the round has seated them.
 * @module
 */

/** @import { ServerFrame, StandingsFrame, YouFrame } from "../net/messages.js" */
import { pageData } from "../lib/elements.js";
import { invite } from "../lib/invite.js";
import { Socket } from "../net/socket.js";
import { clock } from "./clock.js";
import { showOwn } from "./own.js";
import { showEvent } from "./parts.js";
import { showStandings } from "./standings.js";

const tick = clock();

/** @type {YouFrame | null} */
let you = null;

/** @type {StandingsFrame | null} */
let standings = null;

/** @param {ServerFrame} frame */
function show(frame) {
  if (frame.t === "event") {
    tick.show(frame);
    showEvent(frame);
  } else if (frame.t === "standings") {
    standings = frame;
    showStandings(standings, you);
  } else if (frame.t === "you") {
    you = frame;
    showOwn(frame, tick.leftToStart());
    // The reader's own row is marked, and added if it isn't among the first.
    if (standings) showStandings(standings, you);
  }
}

if (document.querySelector("#invite-link")) invite(document.body);
const socket = new Socket(pageData("page").socket, { onFrame: show, onConnection: () => {} });
socket.open();
addEventListener("online", () => socket.wake());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) socket.wake();
});
