/**
 * The link back to a race that runs: closed for that race, in this browser.
 * @module
 */

const COOKIE = "way-back";
const DAY = 24 * 60 * 60;

export function wayBack() {
  /** @type {HTMLElement | null} */
  const line = document.querySelector(".way-back");
  line?.querySelector(".dismiss")?.addEventListener("click", () => {
    document.cookie = `${COOKIE}=${line.dataset.code}; path=/; max-age=${DAY}; samesite=lax`;
    line.remove();
  });
}
