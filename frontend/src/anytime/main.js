/**
 * Any-time races: the form that opens one, and its page with the invitation and everyone's progress.
 * @module
 */

import { showCurrentLink } from "../lib/current-link.js";
import { part } from "../lib/elements.js";
import { invite } from "../lib/invite.js";
import { bindOptions } from "../lib/options.js";
import { plannedSoon } from "../lib/planned-soon.js";
import { fetchText } from "../net/fetched.js";
import { renew } from "../net/renewed.js";
import { drawSmallBoards } from "../table/small-board.js";
import { awaitDeal } from "./await-deal.js";

drawSmallBoards();
showCurrentLink();
plannedSoon();
/** @type {HTMLFormElement | null} */
const form = document.querySelector("#open-anytime");
if (form) {
  bindOptions(form);
  awaitDeal(form);
}
if (document.querySelector("#invite-link")) invite(document.body);
/** The chart's place that has been filled: one that comes with another result is new. @type {HTMLElement | null} */
let charted = null;

async function drawChart() {
  /** @type {HTMLElement | null} */
  const place = document.querySelector("#anytime-chart");
  if (!place || place === charted) return;
  charted = place;
  try {
    place.innerHTML = await fetchText(place.dataset.address ?? "");
  } catch {
    // Offline, or a restart: the next time.
    charted = null;
  }
}

// Whoever has the page open sees what the others do.
if (document.querySelector("#anytime")) {
  void drawChart();
  renew(part(document, "#anytime"), () => {
    drawSmallBoards();
    void drawChart();
  });
}
