/**
 * The race page: wiring, and nothing else.
 * @module
 */

import { learn } from "../lib/counted.js";
import { pageData } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { live } from "../lib/live.js";
import { toast } from "../lib/toast.js";
import { Socket } from "../net/socket.js";
import { advice } from "./advice.js";
import { announcements } from "./announcements.js";
import { capacity } from "./capacity.js";
import { Control } from "./control.js";
import { countdown } from "./countdown.js";
import { haunt } from "./ghosts.js";
import { hud } from "./hud.js";
import { overtaking } from "./overtaking.js";
import { page } from "./page.js";
import { play } from "./play.js";
import { practice } from "./practice.js";
import { rivals } from "./rivals.js";
import { room } from "./room.js";
import { START, scene } from "./state.js";

const TICK = 100;

/** How long a race has run before the page fetches what shows its end. */
const QUIET = 1500;

/** @type {{ code: string, game: string, counted: import("../lib/counted.js").Words, socket: string, remarks: string, help: import("./play.js").Help, ghosts: import("./pace.js").Ghost[] }} */
const data = pageData("page");
learn(data.counted);
const url = new URL(data.socket, location.href);
url.protocol = url.protocol.replace("http", "ws");

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
    refused: (frame) => {
      help.refused(frame);
      // The page of a race that is closed says what has become of it.
      if (frame.code === "never-started") location.reload();
      if (frame.n === null) tell(frame.detail);
      else own.refused(frame);
    },
    unanswered: () => tell(gettext("The server has not answered. Try again.")),
    delayed: () => tell(gettext("The server is busy; your moves are queued, and none is lost.")),
  },
);
const socket = new Socket(url.href, {
  onFrame: (frame) => control.serverUpdate(frame),
  onConnection: (connection, code) => control.connectionUpdate(connection, code),
});

const say = live();
const tell = toast();
const own = play(control, data, say, () => help.ask());
const help = advice(control, data.code, own.hint, tell);
const clocks = [room(control), countdown(control), hud(control), haunt(control, data.ghosts)];
const views = [
  page(),
  ...clocks.map(({ update }) => update),
  rivals(),
  overtaking(say, () => performance.now()),
  own.update,
  capacity(say),
  help.update,
  practice(control),
];

let loading = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let due;

/** What shows the end is fetched when the own table is drawn; at once by who has none or is done. */
function prepareEnd() {
  const shown = scene(control.state);
  if (shown === "play") due ??= setTimeout(load, QUIET);
  else if (shown === "done" || shown === "watch" || shown === "result") void load();
}

async function load() {
  if (loading) return;
  loading = true;
  try {
    const { afterwards } = await import("./afterwards.js");
    const late = afterwards(control, data, tell);
    views.push(...late);
    for (const update of late) update(control.state, START);
  } catch {
    // Without a connection there is no module; the next word from the server is the next chance.
    loading = false;
  }
}

setInterval(() => {
  for (const { tick } of clocks) tick(performance.now());
}, TICK);
addEventListener("online", () => socket.wake());
socket.open();
