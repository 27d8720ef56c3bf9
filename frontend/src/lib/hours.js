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
    write(time, textOf(instant, time.dataset.hour === "time"));
  }
}

/**
 * People plan by days of the week; a date within a year needs no year.
 * @param {number} instant milliseconds since 1970
 * @param {boolean} isTimeAlone
 * @returns {string}
 */
function textOf(instant, isTimeAlone) {
  const ahead = instant - Date.now();
  if (isTimeAlone) return hourText(instant);
  return ahead > 0 && ahead < YEAR ? dateText(instant) : momentText(instant);
}
