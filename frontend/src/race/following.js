/**
 * Beneath the places of a race: whom of it the player could follow, in one press and in place.
 * @module
 */

/** @import { State } from "./state.js" */
import { part } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { fetchText } from "../net/fetched.js";
import { ownSeat, scene } from "./state.js";

/**
 * @param {(sentence: string) => void} tell
 * @returns {(state: State) => void}
 */
export function following(tell) {
  const root = part(document, "#following");
  const address = root.dataset.address ?? "";
  let isAsked = !address;

  async function show() {
    try {
      root.innerHTML = await fetchText(address);
    } catch {
      // Offline: the next frame comes with the connection.
      isAsked = false;
    }
  }

  /** @param {FormData} pressed */
  async function follow(pressed) {
    try {
      const answer = await fetch(address, { method: "POST", body: pressed });
      if (!answer.ok) throw new Error(`${answer.status}`);
      root.innerHTML = await answer.text();
      // The pressed button is gone.
      root.querySelector("p")?.focus();
    } catch {
      tell(gettext("That didn't work. Try again."));
    }
  }

  root.onsubmit = (event) => {
    event.preventDefault();
    const { submitter, target } = event;
    if (!(submitter instanceof HTMLButtonElement) || !(target instanceof HTMLFormElement)) return;
    const pressed = new FormData(target);
    pressed.set(submitter.name, submitter.value);
    void follow(pressed);
  };

  return (state) => {
    if (isAsked || scene(state) !== "result" || !ownSeat(state)) return;
    isAsked = true;
    void show();
  };
}
