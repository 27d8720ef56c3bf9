/**
 * How a form of this page was sent that leads to it anew: the keyboard goes on where it was, but a pointer needs no
 * ring around what has the focus.
 * @module
 */

const KEPT = "sent-by-pointer";

/** @returns {{ isHere: boolean, focusVisible: boolean }} whether a form of this page has led here, and the ring shows */
export function arrival() {
  let isPointer = false;
  addEventListener("pointerdown", () => { isPointer = true; }, true);
  addEventListener("keydown", () => { isPointer = false; }, true);
  const focusVisible = !kept();
  addEventListener("submit", () => keep(isPointer));
  return { isHere: document.referrer === location.href, focusVisible };
}

/** @returns {boolean} */
function kept() {
  try {
    return sessionStorage.getItem(KEPT) !== null;
  } catch {
    // Without storage, better one ring too many.
    return false;
  }
}

/** @param {boolean} isPointer */
function keep(isPointer) {
  try {
    if (isPointer) sessionStorage.setItem(KEPT, "");
    else sessionStorage.removeItem(KEPT);
  } catch {
    // The ring shows, then.
  }
}
