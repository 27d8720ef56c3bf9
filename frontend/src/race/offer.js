/**
 * The offer of a ghost to a player whom no one has joined in a quick race: announced at once, and the main button
 * once it is due.
 * @module
 */

/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { part, patch, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { situation } from "./room.js";
import { ownSeat, rivals, scene } from "./state.js";

/** How long a player waits alone, in milliseconds. */
const ALONE = 10_000;

/** Someone at a ghost has been called, and has this long to come. */
const CALLED = 20_000;

/**
 * @param {Control} control
 * @param {(sentence: string) => void} say
 * @returns {{ update: (state: State) => void, tick: (now: number) => void }}
 */
export function offer(control, say) {
  /** @type {HTMLElement | null} */
  const box = document.querySelector("#ghost-offer");
  if (!box) return { update() {}, tick() {} };
  const words = part(box, "p");
  /** @type {HTMLButtonElement} */
  const button = part(document, "#race-ghost");
  const ready = part(document, "#ready");
  const seats = part(document, "#seats");
  /** @type {number | null} */
  let since = null;
  let patience = ALONE;
  let isBack = false;
  let isCalled = false;

  return {
    update(state) {
      const seat = ownSeat(state);
      // A player who is looking at the room has come back from the ghost.
      if (seat?.elsewhere && !isBack) control.ask({ t: "ready", ready: true });
      isBack = seat?.elsewhere === true && state.connection === "online";
      const wait = patienceIn(state);
      // Who waited for someone who didn't come has waited long enough.
      if (wait > patience) since = null;
      patience = wait;
      isCalled = wait === CALLED && situation(state) === "called";
      patch(button, { hidden: wait === Infinity });
      // With no one to be ready for, the ghost is the only way to go on.
      patch(ready, { hidden: wait !== Infinity && !rivals(state).length });
      seats.classList.toggle("sole", ready.hidden === true);
    },
    tick(now) {
      if (patience === Infinity) since = null;
      else since ??= now;
      const isDue = since !== null && now - since >= patience;
      const seconds = Math.ceil((patience - (now - (since ?? now))) / 1000);
      box.classList.toggle("coming", patience !== Infinity);
      if (patience !== Infinity) write(words, sentence(isDue ? 0 : seconds, isCalled));
      if (isDue && button.disabled) say(sentence(0, isCalled));
      patch(button, { disabled: !isDue });
      button.classList.toggle("primary", isDue);
      ready.classList.toggle("primary", !isDue);
    },
  };
}

/**
 * @param {number} seconds until the offer
 * @param {boolean} isCalled whether a rival at a ghost has been called
 */
function sentence(seconds, isCalled) {
  if (seconds <= 0) return gettext("Race a ghost while you wait: a recorded run. It doesn't count, and you keep your place here.");
  return isCalled
    ? gettext("They have %(seconds)s s to come. If they don't, you can race a ghost while you wait.", { seconds })
    : gettext("In %(seconds)s s you can race a ghost while you wait. You keep your place here.", { seconds });
}

/**
 * @param {State} state
 * @returns {number} how long to wait for others before the offer, in milliseconds
 */
function patienceIn(state) {
  if (scene(state) !== "room" || !ownSeat(state) || state.race?.starts_in !== null) return Infinity;
  return rivals(state).some(({ away }) => !away) ? CALLED : ALONE;
}
