/**
 * The race page: wiring, and nothing else.
 * @module
 */

import { countdown as countdownToDeals } from "../lib/countdown.js";
import { learn } from "../lib/counted.js";
import { pageData } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { live } from "../lib/live.js";
import { plannedSoon } from "../lib/planned-soon.js";
import { bindSound, sound } from "../lib/sound.js";
import { toast } from "../lib/toast.js";
import { Socket } from "../net/socket.js";
import { Advice } from "./advice.js";
import { announcements } from "./announcements.js";
import { call } from "./call.js";
import { capacity } from "./capacity.js";
import { Control } from "./control.js";
import { countdown } from "./countdown.js";
import { cues } from "./cues.js";
import { finale } from "./finale.js";
import { haunt } from "./ghosts.js";
import { hud } from "./hud.js";
import { lateEnd } from "./late-end.js";
import { matchTitle } from "./match.js";
import { offer } from "./offer.js";
import { overtaking } from "./overtaking.js";
import { page } from "./page.js";
import { play } from "./play.js";
import { practice } from "./practice.js";
import { queue } from "./queue.js";
import { rivals } from "./rivals.js";
import { room } from "./room.js";
import { silence } from "./silence.js";
import { START, scene } from "./state.js";
import { terms } from "./terms.js";

const TICK = 100;

/** How long to wait before fetching the modules of the end, in milliseconds. */
const QUIET = 1500;

/** @type {{ code: string, counted: import("../lib/counted.js").Words, socket: string, event: string | null, remarks: string, compared: boolean, wayOn: import("./rematch.js").WayOn | null, best?: import("./honours.js").Best, terms: import("./terms.js").Terms, help: import("./play.js").Help, ghosts: import("./pace.js").Ghost[], queue: string | null, points: import("./match.js").EventPoints, guide: import("./guidance.js").Whys | null }} */
const data = pageData("page");
learn(data.counted);

const control = new Control(
  {
    send: (frame) => socket.send(frame),
    now: () => performance.now(),
    setTimer: (work, ms) => setTimeout(work, ms),
    random: Math.random,
  },
  {
    changed: (after, before) => {
      for (const update of views) update(after, before);
      for (const sentence of announcements(before, after)) say(sentence);
      prepareEnd();
    },
    refused: (frame, action) => {
      help.refused(frame);
      if (frame.code === "never-started") goOn(control.isLeaving);
      if (frame.n === null) tell(frame.detail);
      else own.refused(frame, action);
      guide?.refused();
    },
    unanswered: () => tell(gettext("No answer. Try again.")),
    delayed: () => tell(gettext("It's busy here; your moves are queued.")),
  },
);
const rest = lateEnd(control);
const socket = new Socket(addressOf(data.socket), {
  onFrame: (frame) => rest.hear(frame),
  onConnection: (connection, code) => control.connectionUpdate(connection, code),
});

const say = live();
const tell = toast();
const own = play(control, data, say, () => help.ask());
/** @type {import("./guide.js").Guide | null} */
let guide = null;
const help = new Advice(control, data.code, {
  show: (move) => guide?.isOn || own.hint(move),
  tell: (sentence) => guide?.isOn || tell(sentence),
});
const track = [hud(control, () => own.table()?.progress), call(control, say, sound)];
const ghosts = haunt(control, data.ghosts, [
  ...track.map(({ update }) => update),
  rivals(data.ghosts.length > 0, data.points),
  ...(document.querySelector("#title-match") ? [matchTitle()] : []),
  overtaking(say, () => performance.now()),
  cues(sound, () => performance.now()),
], say);
const clocks = [room(control, data.points), offer(control, say), countdown(control), ghosts];
const listening = silence(control, () => socket.probe());
const views = [
  page(),
  ...clocks.map(({ update }) => update),
  own.update,
  finale(control, own.settled, own.settle),
  rest.update,
  capacity(say),
  terms(data, tell, say),
  help.update.bind(help),
  practice(control),
];

bindSound();
countdownToDeals();
plannedSoon();

let loading = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let due;

/** Fetches these modules early: once the room or the player's table is drawn, or at once without one. */
function prepareEnd() {
  const shown = scene(control.state);
  if (shown === "play" || shown === "room") due ??= setTimeout(load, QUIET);
  else if (shown === "finale" || shown === "done" || shown === "watch" || shown === "result") void load();
}

async function load() {
  if (loading) return;
  loading = true;
  try {
    const { afterwards } = await import("./afterwards.js");
    const event = data.event && addressOf(data.event);
    const late = afterwards(control, { ...data, event }, tell, say);
    views.push(...late);
    for (const update of late) update(control.state, START);
  } catch {
    // Offline, no module loads: try again at the server's next frame.
    loading = false;
  }
}

/** @param {import("./guidance.js").Whys} whys */
async function guideThrough(whys) {
  const { Guide } = await import("./guide.js");
  guide = new Guide(control, whys, own.table, say);
  views.push((state) => guide?.update(state));
  guide.update(control.state);
}

if (data.guide) void guideThrough(data.guide);
socket.open();
const ticks = [...clocks, ...track, rest].map(({ tick }) => tick);
if (data.queue) ticks.push(queue(addressOf(data.queue), say, sound));
setInterval(() => {
  for (const tick of ticks) tick(performance.now());
  listening.tick(performance.now());
}, TICK);
addEventListener("offline", listening.offline);
addEventListener("online", () => socket.wake());

/**
 * Go on after a race that never starts. The reloaded page says why; a player who left it knows.
 * @param {boolean} hasLeft
 */
function goOn(hasLeft) {
  if (hasLeft) location.replace("/");
  else location.reload();
}

/** @param {string} path of a socket */
function addressOf(path) {
  const url = new URL(path, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return url.href;
}
