/**
 * Lists of what is ahead: a race leaves its list when it starts, on a page that stays open too.
 * @module
 */

/** A page hardly stays open longer, and timers of a month overflow. */
const LONGEST = 24 * 60 * 60 * 1000;

export function leaveInTime() {
  /** @type {NodeListOf<HTMLElement>} */
  const rows = document.querySelectorAll("[data-starts-in]");
  for (const row of rows) {
    const left = Number(row.dataset.startsIn);
    if (left < LONGEST) setTimeout(leave, left, row);
  }
}

/**
 * The last one takes the heading of its list along.
 * @param {HTMLElement} row
 */
function leave(row) {
  const list = row.parentElement;
  row.remove();
  if (!list?.childElementCount) list?.closest("section")?.remove();
}
