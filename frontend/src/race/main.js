/**
 * The race page: wiring, and nothing else.
 * @module
 */

import { pageData } from "../lib/elements.js";
import { Socket } from "../net/socket.js";
import { announcements } from "./announcements.js";
import { Control } from "./control.js";
import { countdown } from "./countdown.js";
import { hud } from "./hud.js";
import { live } from "./live.js";
import { page } from "./page.js";
import { play } from "./play.js";
import { rematch } from "./rematch.js";
import { result } from "./result.js";
import { rivals } from "./rivals.js";
import { room } from "./room.js";
import { toast } from "./toast.js";
import { watch } from "./watch.js";

const TICK = 100;

/** @type {{ game: string, socket: string, help: import("./play.js").Help }} */
const data = pageData("page");
const url = new URL(data.socket, location.href);
url.protocol = url.protocol.replace("http", "ws");

const control = new Control(
  {
    send: (frame) => socket.send(frame),
    now: () => performance.now(),
    setTimer: (work, ms) => setTimeout(work, ms),
  },
  {
    changed: (after, before) => {
      for (const update of views) update(after, before);
      for (const sentence of announcements(before, after)) say(sentence);
    },
    refused: (frame) => {
      if (frame.n === null) tell(frame.detail);
      else own.refused(frame);
    },
  },
);
const socket = new Socket(url.href, {
  onFrame: (frame) => control.serverUpdate(frame),
  onConnection: (connection, code) => control.connectionUpdate(connection, code),
});

const say = live();
const tell = toast();
const own = play(control, data, say);
const clocks = [countdown(control), hud(control)];
const views = [
  page(),
  room(control),
  ...clocks.map(({ update }) => update),
  rivals(),
  own.update,
  result(),
  rematch(control),
  watch(control, data.game),
];

setInterval(() => {
  for (const { tick } of clocks) tick(performance.now());
}, TICK);
addEventListener("online", () => socket.open());
socket.open();
