/**
 * Which of several tables stands in front: the leader's, until the watcher picks one.
 * @module
 */

/** @import { RaceFrame, SeatState } from "../net/messages.js" */
import { part } from "../lib/elements.js";
import { Leader } from "../net/leader.js";

const TICK = 500;

/** How long the tabs stay where the watcher has scrolled them, in milliseconds. */
const REST = 3000;

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
  /** @type {number | null} */
  let shownSeat = null;
  /** @type {(() => void) | null} */
  let update = null;
  /** The tab that was last scrolled into view. @type {string | null} */
  let revealed = null;
  let touched = -REST;

  /** @param {number} seat */
  function show(seat) {
    shownSeat = seat;
    const key = String(seat);
    for (const row of list.children) {
      const isShown = row.getAttribute("data-key") === key;
      row.classList.toggle("picked", isShown);
      row.querySelector(".watch-caption")?.setAttribute("aria-pressed", String(isShown));
    }
    for (const pick of picks.children) {
      const isShown = pick.getAttribute("data-key") === key;
      pick.setAttribute("aria-pressed", String(isShown));
      if (isShown && key !== revealed && performance.now() - touched >= REST) {
        revealed = key;
        reveal(pick);
      }
    }
    button.setAttribute("aria-pressed", String(picked === null));
  }

  for (const sign of ["pointerdown", "touchmove", "wheel"]) {
    picks.addEventListener(sign, () => { touched = performance.now(); }, { passive: true });
  }
  for (const chooser of [list, picks]) {
    chooser.addEventListener("click", ({ target }) => {
      const chosen = target instanceof Element ? target.closest(".watch-caption, .watch-pick") : null;
      const key = chosen?.closest("[data-key]")?.getAttribute("data-key");
      if (!key) return;
      picked = Number(key);
      touched = -REST;
      update?.();
    });
  }
  button.addEventListener("click", () => {
    picked = picked === null ? shownSeat : null;
    revealed = null;
    touched = -REST;
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

/**
 * Scrolls the row of tabs, or the column of a phone held sideways, to one; never the page.
 * @param {Element} pick
 */
function reveal(pick) {
  const at = pick.getBoundingClientRect();
  for (let box = pick.parentElement; box?.closest("#watch"); box = box.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(box);
    if (![overflowX, overflowY].includes("auto")) continue;
    const around = box.getBoundingClientRect();
    if (at.left < around.left || at.right > around.right) box.scrollLeft += (at.left + at.right - around.left - around.right) / 2;
    if (at.top < around.top || at.bottom > around.bottom) box.scrollTop += (at.top + at.bottom - around.top - around.bottom) / 2;
    return;
  }
}
