/**
 * The queue of the quick race beside a ghost: a second socket keeps the place, and the page calls the player once
 * someone has come.
 * @module
 */

/** @import { Sound } from "../lib/sound.js" */
/** @import { RaceFrame, ServerFrame } from "../net/messages.js" */
import { part, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { remainingText } from "../lib/times.js";
import { Socket } from "../net/socket.js";

/** How long a call waits for its answer, in milliseconds. */
const PATIENCE = 20_000;

/**
 * @param {string} url
 * @param {(sentence: string) => void} say
 * @param {(name: Sound) => void} sound
 * @returns {(now: number) => void} what to do as time passes
 */
export function queue(url, say, sound) {
  const bar = part(document, "#queue");
  const said = part(bar, "#queue-said");
  const left = part(bar, "#queue-left");
  const button = part(bar, ".primary");
  const leaving = part(bar, "#queue-leave");
  const titleAtRest = document.title;
  let name = "";
  /** @type {number | null} */
  let until = null;
  const socket = new Socket(url, { onFrame, onConnection: (connection) => connection === "closed" && become("left") });
  socket.open();
  leaving.addEventListener("click", leave);

  /** @param {ServerFrame} frame */
  function onFrame(frame) {
    if (frame.t === "refused" && frame.code === "never-started") become("left");
    if (frame.t !== "race" || bar.dataset.queue === "left") return;
    const status = statusIn(frame);
    name = comer(frame)?.name ?? name;
    if (status !== bar.dataset.queue) become(status);
  }

  /** @param {"waiting" | "called" | "left"} status */
  function become(status) {
    const before = bar.dataset.queue;
    if (status === before) return;
    bar.dataset.queue = status;
    until = status === "called" ? performance.now() + PATIENCE : null;
    document.title = titleAtRest;
    write(left, "");
    const sentence = sentenceOf(status, name, before === "called");
    write(said, sentence);
    say(sentence);
    write(button, status === "left" ? gettext("Play now") : status === "called" ? gettext("Race now") : gettext("Back to the queue"));
    if (status === "called") sound("call");
    if (status === "left") socket.close();
  }

  function leave() {
    socket.send({ t: "leave" });
    become("left");
  }

  return (now) => {
    if (until === null) return;
    write(left, remainingText(Math.max(0, until - now)));
    document.title = sentenceOf("called", name, false);
    if (now < until) return;
    // No one is put into a countdown while away, or waits for an answer that does not come.
    leave();
  };
}

/**
 * @param {RaceFrame} race
 * @returns {"waiting" | "called" | "left"}
 */
export function statusIn(race) {
  if (race.state !== "open") return "left";
  if (comer(race)) return "called";
  return race.you === null ? "left" : "waiting";
}

/** @param {RaceFrame} race */
function comer({ you, seats }) {
  return seats.find(({ seat, elsewhere }) => seat !== you && !elsewhere);
}

/**
 * @param {"waiting" | "called" | "left"} status
 * @param {string} name of the player who joined
 * @param {boolean} wasCalled
 * @returns {string}
 */
function sentenceOf(status, name, wasCalled) {
  switch (status) {
    case "called":
      return gettext("%(name)s is here for your race.", { name });
    case "left":
      return gettext("You're no longer in the queue.");
    default:
      return wasCalled ? gettext("%(name)s has left. You're still in the queue.", { name }) : gettext("In the queue: we'll call you.");
  }
}
