/**
 * Work that can wait until somebody looks.
 * @module
 */

/**
 * Does something now, or once the page is visible.
 * @param {() => void} work
 */
export function whenSeen(work) {
  if (!document.hidden) work();
  else document.addEventListener("visibilitychange", () => whenSeen(work), { once: true });
}
