/**
 * Durations in milliseconds, formatted for people.
 * @module
 */

import { ngettext } from "./gettext.js";

const MINUTE = 60_000;

/**
 * Whether what is left of a race or a round is its last minute.
 * @param {number | null} left milliseconds
 */
export function isLastMinute(left) {
  return left !== null && left <= MINUTE;
}

/**
 * Formats a running clock: "3:07", "1:02:45".
 * @param {number} ms
 * @returns {string}
 */
export function clockText(ms) {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const hours = Math.floor(seconds / 3600);
  if (hours > 0) parts.unshift(hours);
  return parts.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}

/**
 * Formats a countdown, which reaches 0:00 at the end and not a second earlier.
 * @param {number} ms
 * @returns {string}
 */
export function remainingText(ms) {
  return clockText(Math.ceil(ms / 1000) * 1000);
}

/**
 * Formats how late watchers see cards: "30 seconds", "2 minutes".
 * @param {number} ms
 * @returns {string}
 */
export function lateText(ms) {
  return ms % MINUTE
    ? ngettext("%(count)s second", "%(count)s seconds", Math.round(ms / 1000))
    : ngettext("%(count)s minute", "%(count)s minutes", ms / MINUTE);
}

/**
 * Formats a result to the hundredth of a second that decides places: "3:07.42", in German "3:07,42".
 * @param {number} ms
 * @returns {string}
 */
export function resultText(ms) {
  const hundredths = Math.floor(ms / 10) % 100;
  return `${clockText(ms)}${decimalMark()}${String(hundredths).padStart(2, "0")}`;
}

/**
 * Formats a time of day in the reader's time zone, on a clock of 24 hours: "15:20".
 * @param {number} instant milliseconds since 1970
 * @returns {string}
 */
export function hourText(instant) {
  return new Date(instant).toLocaleTimeString(dateLocale(), { timeStyle: "short" });
}

/**
 * Formats a date and time of day in the reader's time zone: "27 Nov 2026, 15:20".
 * @param {number} instant milliseconds since 1970
 * @returns {string}
 */
export function momentText(instant) {
  return new Date(instant).toLocaleString(dateLocale(), { dateStyle: "medium", timeStyle: "short" });
}

/**
 * Formats an instant ahead in the reader's time zone, which it names, with the day of the week: "Fri, 27 Nov, 15:20 CET".
 * @param {number} instant milliseconds since 1970
 * @returns {string}
 */
export function dateText(instant) {
  const text = new Date(instant).toLocaleString(dateLocale(), { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
  // The zone stays beside the hour.
  return text.replace(/ (?=\S+$)/, "\u00a0");
}

/** @returns {string} how dates are written: in English as the server does, the day before the month */
export function dateLocale() {
  const language = globalThis.document?.documentElement.lang || "en";
  return language === "en" ? "en-GB" : language;
}

/** @returns {string} the mark before decimals, in the page's language */
function decimalMark() {
  const parts = new Intl.NumberFormat(globalThis.document?.documentElement.lang || "en").formatToParts(0.5);
  return parts.find(({ type }) => type === "decimal")?.value ?? ".";
}
