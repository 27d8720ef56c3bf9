/**
 * After the race: the button that shares the result, and what it shares.
 * @module
 */

/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { copySelected } from "../lib/copied.js";
import { part, patch, write } from "../lib/elements.js";
import { share } from "../lib/share.js";
import { isAttempt } from "../net/kinds.js";
import { addressOf, boast } from "./boast.js";
import { ownSeat, scene } from "./state.js";

/**
 * @param {Control} control
 * @param {(sentence: string) => void} say to those who don't see the words above the text
 * @returns {(state: State) => void}
 */
export function sharing(control, say) {
  const card = part(document, "#share-card");
  /** @type {HTMLTextAreaElement} */
  const field = part(document, "#share-text");

  async function press() {
    const { race } = control.state;
    if (!race) return;
    const url = addressIn(race);
    const text = textOf(race);
    const result = await share({ text, url });
    if (result === "shared") return;
    show(`${text}\n${url}`);
    if (result === "failed" && !copySelected(field)) return;
    const { done = "" } = button().dataset;
    write(part(card, "label"), done);
    say(done);
  }

  /**
   * A change of the game in the room renews it.
   * @returns {HTMLButtonElement}
   */
  function button() {
    return part(document, "#share-result");
  }

  /** @param {import("../net/messages.js").RaceFrame} race */
  function textOf(race) {
    const { title = "", tenths, closed } = button().dataset;
    // The picture of the race brings them.
    return boast(race, title, (tenths ?? "").split(" ").filter(Boolean).map(Number), closed !== undefined);
  }

  /** @param {import("../net/messages.js").RaceFrame} race */
  function addressIn(race) {
    return new URL(button().dataset.address ?? addressOf(race), location.href).href;
  }

  /** @param {string} text */
  function show(text) {
    field.value = text;
    field.rows = text.split("\n").length;
    card.hidden = false;
    card.dataset.pressed = "";
    card.scrollIntoView({ block: "nearest" });
  }

  return (state) => {
    const { race } = state;
    const own = ownSeat(state);
    const pressed = button();
    pressed.onclick = press;
    pressed.disabled = false;
    patch(pressed, { hidden: race !== null && isAttempt(race.kind) && own?.moves === 0 && own.state !== "won" });
    if (!race || scene(state) !== "result" || "pressed" in card.dataset) return;
    // Where no podium fills its place, there is room to show what may be shared.
    card.hidden = race.seats.length > 1 || !own?.moves;
    const text = `${textOf(race)}\n${addressIn(race)}`;
    field.value = text;
    field.rows = text.split("\n").length;
  };
}
