/**
 * A row of links that scrolls where it is narrow.
 * @module
 */

/** Bring the current one into sight. */
export function showCurrentLink() {
  /** @type {NodeListOf<HTMLElement>} */
  const links = document.querySelectorAll(".tabs > [aria-current]");
  for (const link of links) {
    const row = link.parentElement;
    if (row) row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
  }
}
