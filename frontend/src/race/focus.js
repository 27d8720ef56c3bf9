/**
 * Which of several tables stands in front: the leader's, until the watcher picks one.
 * @module
 */

/** @import { RaceFrame, SeatState } from "../net/messages.js" */
import { part } from "../lib/elements.js";
import { Leader } from "../net/leader.js";

const TICK = 500;

/**
 * @param {HTMLElement} section
 * @returns {(race: RaceFrame, seats: readonly SeatState[], follows: boolean) => void}
 */
export function focus(section) {
  const list = part(section, "#watch-boards");
  const picks = part(section, "#watch-switch");
  const button = part(section, "#watch-follow");
  const leader = new Leader();
  /** @type {number | null} */
  let picked = null;
  /** @type {(() => void) | null} */
  let update = null;

  /** @param {number} seat */
  function show(seat) {
    const key = String(seat);
    for (const row of list.children) {
      const isShown = row.getAttribute("data-key") === key;
      row.classList.toggle("picked", isShown);
      row.querySelector(".watch-caption")?.setAttribute("aria-pressed", String(isShown));
    }
    for (const pick of picks.children) {
      pick.setAttribute("aria-pressed", String(pick.getAttribute("data-key") === key));
    }
    button.setAttribute("aria-pressed", String(picked === null));
  }

  for (const chooser of [list, picks]) {
    chooser.addEventListener("click", ({ target }) => {
      const chosen = target instanceof Element ? target.closest(".watch-caption, .watch-pick") : null;
      const key = chosen?.closest("[data-key]")?.getAttribute("data-key");
      if (!key) return;
      picked = Number(key);
      update?.();
    });
  }
  button.addEventListener("click", () => {
    picked = null;
    leader.release();
    update?.();
  });
  setInterval(() => update?.(), TICK);

  return (race, seats, follows) => {
    button.hidden = !follows;
    const shown = seats.map(({ seat }) => seat);
    update = () => {
      const now = performance.now();
      if (picked !== null && shown.includes(picked)) leader.show(picked, now);
      else if (!follows) leader.show(shown[0], now);
      show(leader.follow(race, shown, now));
    };
    update();
  };
}
