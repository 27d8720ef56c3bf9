/**
 * Hours that the server gave in UTC, in the reader's time zone.
 * @module
 */

import { write } from "./elements.js";
import { dateText, hourText, momentText } from "./times.js";

const YEAR = 365 * 24 * 60 * 60 * 1000;

export function tellHours() {
  /** @type {NodeListOf<HTMLTimeElement>} */
  const times = document.querySelectorAll("time[data-hour]");
  for (const time of times) {
    const instant = Date.parse(time.dateTime);
    // A date keeps its form when its moment passes while the page is open.
    time.dataset.hour ||= instant > Date.now() && instant < Date.now() + YEAR ? "ahead" : "date";
    write(time, textOf(instant, time.dataset.hour));
  }
}

/**
 * People plan by days of the week; a date within a year needs no year.
 * @param {number} instant milliseconds since 1970
 * @param {string} form
 * @returns {string}
 */
function textOf(instant, form) {
  if (form === "time") return hourText(instant);
  const isNear = form === "start" && Math.abs(instant - Date.now()) < YEAR;
  return form === "ahead" || isNear ? dateText(instant) : momentText(instant);
}
