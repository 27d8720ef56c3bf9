/**
 * The field of a planned start: the server gives it in UTC, the reader sees and changes local time.
 * @module
 */

import { patch } from "./elements.js";

const MINUTE = 60_000;

/**
 * @typedef {object} StartField
 * @property {HTMLInputElement} input
 * @property {() => boolean} isChanged whether it shows another start than the page came with, or was sent last
 * @property {() => boolean} isTooSoon whether it shows a new start that the server would refuse
 * @property {() => void} sent
 * @property {(whether: boolean) => string} warn shows or hides that it is too soon, and returns what it says
 * @property {(whether: boolean) => void} wait shows or hides that a change is waiting to be saved
 */

/**
 * @param {HTMLFormElement} form
 * @returns {StartField | null} null if it has no such field
 */
export function startField(form) {
  const input = form.elements.namedItem("start");
  const zone = form.elements.namedItem("zone");
  if (!(input instanceof HTMLInputElement) || !(zone instanceof HTMLInputElement)) return null;
  // A form that comes back refused is in local time already, and names its zone.
  const given = input.defaultValue;
  if (!zone.value && given) {
    const shown = local(new Date(`${given}Z`));
    // What was typed before this module came is in local time.
    if (input.value === given) input.value = shown;
    input.defaultValue = shown;
  }
  zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const hints = form.querySelectorAll("[data-zone]");
  /** @type {HTMLElement | null} */
  const warning = form.querySelector("[data-slot=too-soon]");
  for (const hint of hints) {
    hint.textContent = hint.getAttribute("data-zone")?.replace("%(zone)s", zone.value.replaceAll("_", " ")) ?? "";
  }
  input.min = local(new Date(Date.now() + MINUTE));
  let known = input.defaultValue;
  return {
    input,
    isChanged: () => input.value !== known && !input.validity.badInput,
    isTooSoon: () => input.value !== input.defaultValue && Date.parse(input.value) < Date.now() + MINUTE,
    warn: (whether) => {
      if (warning) patch(warning, { hidden: !whether });
      // On a phone a bar lies below the field.
      if (whether) warning?.scrollIntoView({ block: "nearest" });
      return warning?.textContent ?? "";
    },
    sent: () => {
      known = input.value;
    },
    wait: (whether) => {
      for (const hint of hints) hint.classList.toggle("waits", whether);
    },
  };
}

/**
 * Returns an instant as such fields write it, in the reader's time zone.
 * @param {Date} instant
 */
function local(instant) {
  const shifted = new Date(instant.getTime() - instant.getTimezoneOffset() * MINUTE);
  return shifted.toISOString().slice(0, 16);
}
