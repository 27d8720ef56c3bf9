/**
 * A replay inside a page of another site: one table, its clock and a button. Wiring, and nothing else.
 * @module
 */

import { counted, learn } from "../../lib/counted.js";
import { pageData, part, write } from "../../lib/elements.js";
import { clockText } from "../../lib/times.js";
import { dotted } from "../../lib/wrapping.js";
import { fetchJson } from "../../net/fetched.js";
import { Table } from "../../table/table.js";
import { momentOf } from "../address.js";
import { Control } from "../control.js";
import { commandOf } from "../keys.js";
import { patiently } from "../patience.js";
import { Run } from "../run.js";

/** How many times the speed of the race: nobody waits for another's thoughts. */
const SPEED = 4;

/** @type {{ game: string, counted: import("../../lib/counted.js").Words, run: string }} */
const page = pageData("page");
learn(page.counted);

const run = new Run(await fetchJson(page.run), async (number) => (await patiently(() => fetchJson(`${page.run}?page=${number}`))).frames, update);
const control = new Control([run], () => performance.now(), update);
const table = new Table(part(document, "#table"), { game: page.game, board: run.frame(0)?.board ?? null, locked: true });
const toggle = part(document, "#toggle");
/** @type {HTMLInputElement} */
const scrub = part(document, "#scrub");
const play = toggle.ariaLabel ?? "";
let shown = 0;
let drawing = false;

function update() {
  const playing = control.isPlaying;
  const number = control.number(0);
  run.want(number);
  const frame = run.frame(number);
  if (frame && number !== shown) {
    table.set({ board: frame.board });
    shown = number;
  }
  if (frame) write(part(document, "#did"), dotted([counted("result", { progress: frame.board.progress }), frame.text]));
  write(part(document, "#clock"), clockText(control.ms));
  scrub.value = control.ms < run.length ? String(control.ms) : scrub.max;
  scrub.setAttribute("aria-valuetext", [clockText(control.ms), frame?.text].filter(Boolean).join(", "));
  toggle.classList.toggle("playing", playing);
  toggle.ariaLabel = playing ? (toggle.dataset.pause ?? "") : play;
  if (!playing || drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    update();
  });
}

// The last of its steps must reach the end.
scrub.max = String(Math.ceil(run.length / Number(scrub.step)) * Number(scrub.step));
toggle.onclick = () => control.toggle();
scrub.oninput = () => control.seek(Number(scrub.value));
document.addEventListener("keydown", (event) => {
  const target = event.target instanceof Element ? event.target : document.body;
  if (event.defaultPrevented || target.closest(".card-table, input") || ([" ", "Enter"].includes(event.key) && target.closest("button, a"))) return;
  const command = commandOf(event);
  if (command?.name === "toggle") control.toggle();
  else if (command?.name === "step") control.step(command.way);
  else return;
  event.preventDefault();
});

part(document, "#controls").hidden = false;
control.setSpeed(SPEED);
control.goToMoment(momentOf(location.search) ?? { number: 0 });
