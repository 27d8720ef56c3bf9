/**
 * Hours that the server gave in UTC, in the reader's time zone.
 * @module
 */

import { write } from "./elements.js";
import { hourText, momentText } from "./times.js";

export function tellHours() {
  /** @type {NodeListOf<HTMLTimeElement>} */
  const times = document.querySelectorAll("time[data-hour]");
  for (const time of times) {
    const instant = Date.parse(time.dateTime);
    write(time, time.dataset.hour === "time" ? hourText(instant) : momentText(instant));
  }
}
