/**
 * Hours that the server gave in UTC, in the reader's time zone.
 * @module
 */

import { write } from "./elements.js";
import { dateLocale } from "./times.js";

export function tellHours() {
  const hour = new Intl.DateTimeFormat(dateLocale(), { dateStyle: "medium", timeStyle: "short" });
  const timeOfDay = new Intl.DateTimeFormat(dateLocale(), { timeStyle: "short" });
  /** @type {NodeListOf<HTMLTimeElement>} */
  const times = document.querySelectorAll("time[data-hour]");
  for (const time of times) {
    const format = time.dataset.hour === "time" ? timeOfDay : hour;
    write(time, format.format(new Date(time.dateTime)));
  }
}
