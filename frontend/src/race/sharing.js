/**
 * After the race: the button that hands the result on.
 * @module
 */

/** @import { Control } from "./control.js" */
import { part } from "../lib/elements.js";
import { share } from "../lib/share.js";
import { addressOf, sentence } from "./boast.js";

/**
 * @param {Control} control
 * @param {(sentence: string) => void} tell
 */
export function sharing(control, tell) {
  /** @type {HTMLButtonElement} */
  const button = part(document, "#share-result");
  const { address, title = "", done = "" } = button.dataset;
  button.disabled = false;
  button.onclick = async () => {
    const { race } = control.state;
    if (!race) return;
    const [text, url] = [sentence(race, title), new URL(address ?? addressOf(race), location.href).href];
    const result = await share({ text, url });
    if (result === "copied") tell(done);
    if (result === "failed") tell(`${text} ${url}`);
  };
}
