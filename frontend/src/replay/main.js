/**
 * The replay page: wiring, and nothing else.
 * @module
 */

/** @import { Command } from "./keys.js" */
import { sayOn } from "../lib/copied.js";
import { learn } from "../lib/counted.js";
import { pageData, part } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { live } from "../lib/live.js";
import { reachesAll } from "../lib/preferences.js";
import { whenSeen } from "../lib/seen.js";
import { share } from "../lib/share.js";
import { clockText } from "../lib/times.js";
import { fetchJson } from "../net/fetched.js";
import { addressOf, momentOf } from "./address.js";
import { beside } from "./beside.js";
import { boards } from "./boards.js";
import { charts } from "./charts.js";
import { Control } from "./control.js";
import { controls } from "./controls.js";
import { embedCode } from "./embed-code.js";
import { commandOf } from "./keys.js";
import { moves } from "./moves.js";
import { patiently } from "./patience.js";
import { Run } from "./run.js";
import { PLAY, track } from "./track.js";

/** How long the address waits before it follows, in milliseconds: browsers allow few changes. */
const SETTLED = 300;

/** @type {{ game: string, counted: import("../lib/counted.js").Words, runs: string[], lanes: import("./track.js").Lane[] }} */
const page = pageData("page");
learn(page.counted);
const say = live();
/** Stops the replay, and returns the number of the first run's action that is shown. */
let halt = () => 0;
embedCode(say, () => halt());
beside();

const runs = (await Promise.all(page.runs.map(fetchJson))).map((data, run) => new Run(data, pagesOf(page.runs[run]), arrived));
const control = new Control(runs, () => performance.now(), changed);
halt = () => {
  if (control.isPlaying) control.toggle();
  return control.number(0);
};
const views = [boards(control, page.game), track(control, page.lanes), controls(control, perform), moves(control, arrived), charts(control)];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let settling;
let drawing = false;
/** Whether the moment is to be said once it is there. */
let untold = false;

/**
 * @param {string} address of a run
 * @returns {(page: number) => Promise<import("./run.js").Frame[]>}
 */
function pagesOf(address) {
  return async (number) => (await patiently(() => fetchJson(`${address}?page=${number}`))).frames;
}

/** A page has come that was waited for, or could not be had and is asked for again. */
function arrived() {
  update();
  if (untold) announce();
}

/** @param {boolean} told */
function changed(told) {
  update();
  if (told) announce();
  if (!control.isPlaying) settle();
}

function update() {
  // Read first: the end may come while this frame is drawn, and needs one more frame.
  const playing = control.isPlaying;
  for (const view of views) view();
  if (playing && !drawing) {
    drawing = true;
    requestAnimationFrame(() => {
      drawing = false;
      update();
      if (!control.isPlaying) settle();
    });
  }
}

function announce() {
  const run = runs[control.lead];
  const number = control.number(control.lead);
  const frame = run.frame(number);
  untold = !frame;
  if (!frame) return;
  const { spoken, thought } = frame;
  const name = runs.length > 1 ? run.name : "";
  say([name, `${run.movesAt(number)}`, spoken, thought, clockText(control.ms)].filter(Boolean).join(", "));
}

function settle() {
  clearTimeout(settling);
  settling = setTimeout(() => history.replaceState(null, "", addressOf(location.href, control.moment)), SETTLED);
}

/** @param {Command} command */
function perform(command) {
  switch (command.name) {
    case "toggle":
      return control.toggle();
    case "first":
      return control.goTo(0);
    case "last":
      return control.seek(control.playback.length);
    case "step":
      return control.step(command.way);
    case "skip":
      return control.seek(control.ms + command.ms);
    case "mark":
      if (!control.goToMarked(command.mark, command.way)) say(gettext("No more of those."));
      return;
    case "speed":
      control.changeSpeed(command.way);
      return say(gettext("Speed %(speed)s", { speed: control.playback.speed }));
    case "other":
      return control.switchLead();
    case "link":
      return void handOn();
    case "help":
      return /** @type {HTMLDialogElement} */ (part(document, "#keys")).showModal();
  }
}

async function handOn() {
  const url = addressOf(location.href, control.moment);
  history.replaceState(null, "", url);
  const button = part(document, "[data-command=link]");
  const { done = "", failed = "" } = button.dataset;
  const result = await share({ title: document.title, url });
  if (result === "shared") return;
  const said = result === "copied" ? done : failed;
  sayOn(button, said);
  say(said);
}

document.addEventListener("keydown", (event) => {
  const target = event.target instanceof Element ? event.target : document.body;
  if (event.defaultPrevented || target.closest("dialog, select, .card-table")) return;
  // These keys press a focused button, link or summary.
  if ([" ", "Enter"].includes(event.key) && target.closest("button, a, summary")) return;
  if (!reachesAll(event) && !target.closest("#replay-controls, #replay-more")) return;
  const command = commandOf(event);
  if (!command) return;
  event.preventDefault();
  perform(command);
});

const moment = momentOf(location.search);
const plays = location.hash === PLAY || (!moment && !matchMedia("(prefers-reduced-motion: reduce)").matches);
control.goToMoment(moment ?? { number: 0 });
if (plays) whenSeen(() => control.isPlaying || control.toggle());
