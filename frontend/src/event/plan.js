/**
 * The form that plans an event: its start is in the reader's time zone, it says how long the event lasts and which
 * limits are short, and proposes a limit for each game.
 * @module
 */

import { pageData, part, slot, write } from "../lib/elements.js";
import { fill, ngettext } from "../lib/gettext.js";
import { startField } from "../lib/start-field.js";

/** @type {HTMLFormElement | null} */
const form = document.querySelector("#plan-event");
if (form) {
  /** @type {{ minutes: Record<string, number>, limits: Record<string, number>, short: string }} */
  const lengths = pageData("lengths");
  startField(form);
  bindName(form);
  for (const round of form.querySelectorAll("fieldset")) bindRound(round, lengths);
  form.addEventListener("change", () => tell(form));
  tell(form);
}

/** @param {HTMLFormElement} form */
function tell(form) {
  const sent = new FormData(form);
  const limits = [...sent].filter(([name]) => name.endsWith("-limit")).map(([, minutes]) => Number(minutes));
  const rest = Number(sent.get("pause")) * (limits.length - 1);
  const lasts = part(form, "#lasts");
  write(lasts, fill(lasts.dataset.text ?? "", { n: limits.reduce((sum, minutes) => sum + minutes, rest) }));
}

/**
 * Says while it is typed that a name is too long. The browser would cut it without a word.
 * @param {HTMLFormElement} form
 */
function bindName(form) {
  /** @type {HTMLInputElement} */
  const name = part(form, "[name=name]");
  const said = part(form, "#name-too-long");
  const most = Number(name.dataset.most);
  name.addEventListener("input", () => {
    const count = [...name.value.trim()].length - most;
    said.hidden = count <= 0;
    write(said, count > 0 ? ngettext("%(count)s character too long", "%(count)s characters too long", count) : "");
  });
}

/**
 * Another game gets its own limit, unless the organiser has chosen one.
 * @param {HTMLFieldSetElement} round
 * @param {{ minutes: Record<string, number>, limits: Record<string, number>, short: string }} lengths
 */
function bindRound(round, { minutes, limits, short }) {
  /** @type {HTMLSelectElement} */
  const rules = part(round, "select[name$=rules]");
  /** @type {HTMLSelectElement} */
  const limit = part(round, "select[name$=limit]");
  const note = slot(round, "short");
  const gameOf = () => rules.value.split("/")[0];
  let isChosen = Number(limit.value) !== limits[gameOf()];

  function warn() {
    const usual = minutes[gameOf()] ?? 0;
    note.hidden = Number(limit.value) >= usual;
    write(note, fill(short, { n: usual }));
  }

  rules.addEventListener("change", () => {
    if (!isChosen) limit.value = String(limits[gameOf()] ?? limit.value);
    warn();
  });
  limit.addEventListener("change", () => {
    isChosen = true;
    warn();
  });
  warn();
}
