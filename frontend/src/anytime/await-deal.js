/**
 * Opens an any-time race for which no deal was ready as soon as one is, unless its form is changed meanwhile.
 * @module
 */

import { write } from "../lib/elements.js";

/** The time between two attempts, in milliseconds. */
const AGAIN = 5000;

/** What the server answers while no deal is ready. */
const CONFLICT = 409;

/** @param {HTMLFormElement} form */
export function awaitDeal(form) {
  const shown = document.getElementById("awaits-deal");
  if (!shown) return;
  const words = shown.textContent ?? "";
  write(shown, shown.dataset.text ?? words);
  const timer = setInterval(ask, AGAIN);

  function stop() {
    clearInterval(timer);
    if (shown) write(shown, words);
  }
  form.addEventListener("input", stop, { once: true });
  form.addEventListener("submit", stop, { once: true });

  async function ask() {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => null);
    if (answer?.redirected) location.assign(answer.url);
    // Another refusal, such as too many races, has a page of its own.
    if (answer && answer.status !== CONFLICT) clearInterval(timer);
    if (answer && !answer.ok && answer.status !== CONFLICT) form.submit();
  }
}
