/**
 * Any key or tap skips what the page plays out.
 * @module
 */

/** Presses of a player still at work aren't meant to skip. */
const AT_WORK = 500;

const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta", "Tab"]);

/**
 * @param {() => void} end
 * @returns {() => void} after which presses mean again what they did
 */
export function skippable(end) {
  const began = performance.now();
  document.addEventListener("keydown", press, true);
  document.addEventListener("click", tap, true);

  /** @param {Event} event */
  function skip(event) {
    event.preventDefault();
    event.stopPropagation();
    if (performance.now() - began > AT_WORK) end();
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || MODIFIERS.has(event.key)) return;
    if (!([" ", "Enter"].includes(event.key) && isControl(event.target))) skip(event);
  }

  /** @param {MouseEvent} event */
  function tap(event) {
    if (!isControl(event.target)) skip(event);
  }

  return () => {
    document.removeEventListener("keydown", press, true);
    document.removeEventListener("click", tap, true);
  };
}

/**
 * Whether a press is meant for a control of the page, which works as ever; the piles of the table are none now.
 * @param {EventTarget | null} target
 */
function isControl(target) {
  const control = target instanceof Element ? target.closest("button, a, dialog, summary") : null;
  return control !== null && !control.closest(".card-table");
}
