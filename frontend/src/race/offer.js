/**
 * The offer of a ghost to a player whom no one has joined in a quick race.
 * @module
 */

/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { ownSeat, rivals, scene } from "./state.js";

/** How long a player waits alone, in milliseconds. */
const ALONE = 10_000;

/** Someone at a ghost has been called, and has a while to answer. */
const CALLED = 30_000;

/**
 * @param {Control} control
 * @param {(sentence: string) => void} say
 * @returns {{ update: (state: State) => void, tick: (now: number) => void }}
 */
export function offer(control, say) {
  /** @type {HTMLElement | null} */
  const box = document.querySelector("#ghost-offer");
  if (!box) return { update() {}, tick() {} };
  const sentence = box.querySelector("p")?.textContent ?? "";
  /** @type {number | null} */
  let since = null;
  let patience = ALONE;
  let isBack = false;

  return {
    update(state) {
      const seat = ownSeat(state);
      // A player who is looking at the room has come back from the ghost.
      if (seat?.elsewhere && !isBack) control.ask({ t: "ready", ready: false });
      isBack = seat?.elsewhere === true && state.connection === "online";
      const wait = patienceIn(state);
      if (wait !== patience) since = null;
      patience = wait;
    },
    tick(now) {
      if (patience === Infinity) since = null;
      else since ??= now;
      const isDue = since !== null && now - since >= patience;
      if (isDue && !box.classList.contains("due")) say(sentence);
      box.classList.toggle("due", isDue);
    },
  };
}

/**
 * @param {State} state
 * @returns {number} how long to wait for others before the offer, in milliseconds
 */
function patienceIn(state) {
  if (scene(state) !== "room" || !ownSeat(state) || state.race?.starts_in !== null) return Infinity;
  return rivals(state).some(({ away }) => !away) ? CALLED : ALONE;
}
