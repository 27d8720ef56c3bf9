/**
 * The buttons, the speed and the time slider.
 * @module
 */

/** @import { Command } from "./keys.js" */
/** @import { Control } from "./control.js" */
/** @import { Mark } from "./run.js" */
import { part, write } from "../lib/elements.js";
import { clockText } from "../lib/times.js";

/** @type {Record<string, Command>} */
const COMMANDS = {
  first: { name: "first" },
  back: { name: "step", way: -1 },
  toggle: { name: "toggle" },
  forward: { name: "step", way: 1 },
  last: { name: "last" },
  link: { name: "link" },
  help: { name: "help" },
};

/**
 * @param {Control} control
 * @param {(command: Command) => void} perform
 * @returns {() => void} update
 */
export function controls(control, perform) {
  const root = part(document, "#replay-controls");
  const more = part(document, "#replay-more");
  const clock = part(root, "#replay-clock");
  /** @type {HTMLInputElement} */
  const scrub = part(root, "#scrub");
  /** @type {HTMLSelectElement} */
  const speed = part(root, "#speed");
  const toggle = part(root, "#toggle");
  /** @type {HTMLInputElement} */
  const shorten = part(more, "#shorten");
  const start = part(document, "#start");
  const play = toggle.ariaLabel ?? "";
  const jumps = [.../** @type {NodeListOf<HTMLElement>} */ (more.querySelectorAll("[data-jump]"))];

  root.inert = more.inert = false;
  write(part(root, "#replay-length"), clockText(control.playback.length));
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-command]"))) {
    button.onclick = () => perform(COMMANDS[button.dataset.command ?? ""]);
  }
  for (const jump of jumps) {
    const mark = /** @type {Mark} */ (jump.dataset.jump);
    jump.hidden = !control.runs.some((run) => run.marked(0, mark, 1));
    for (const button of jump.querySelectorAll("button")) {
      const way = button.dataset.way === "1" ? 1 : -1;
      button.onclick = () => perform({ name: "mark", mark, way });
    }
  }
  // The last of its steps must reach the end.
  scrub.max = String(Math.ceil(control.playback.length / Number(scrub.step)) * Number(scrub.step));
  scrub.oninput = () => control.seek(Number(scrub.value));
  speed.onchange = () => control.setSpeed(Number(speed.value));
  shorten.checked = control.playback.isShort;
  shorten.onchange = () => control.shorten(shorten.checked);
  part(more, ".replay-shorten").hidden = !control.playback.hasPauses;

  return () => {
    write(clock, clockText(control.ms));
    scrub.value = control.ms < control.playback.length ? String(control.ms) : scrub.max;
    const text = control.runs[control.lead].frame(control.number(control.lead))?.text;
    scrub.setAttribute("aria-valuetext", [clockText(control.ms), text].filter(Boolean).join(", "));
    speed.value = String(control.playback.speed);
    toggle.classList.toggle("playing", control.isPlaying);
    start.hidden = control.isPlaying || control.ms > 0;
    toggle.ariaLabel = control.isPlaying ? (toggle.dataset.pause ?? "") : play;
  };
}
