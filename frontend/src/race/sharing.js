/**
 * After the race: the button that shares the result.
 * @module
 */

/** @import { Control } from "./control.js" */
import { part } from "../lib/elements.js";
import { share } from "../lib/share.js";
import { addressOf, boast } from "./boast.js";

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
    // The picture of the race brings them.
    const tenths = (button.dataset.tenths ?? "").split(" ").filter(Boolean).map(Number);
    const [text, url] = [boast(race, title, tenths), new URL(address ?? addressOf(race), location.href).href];
    const result = await share({ text, url });
    if (result === "copied" || (result === "failed" && offer(`${text}\n${url}`))) tell(done);
  };
}

/**
 * Show a text in a field, selected for copying, and try the way that needs no TLS.
 * @param {string} text
 * @returns {boolean} whether it was copied
 */
function offer(text) {
  part(document, "#share-field").hidden = false;
  /** @type {HTMLTextAreaElement} */
  const field = part(document, "#share-text");
  field.value = text;
  field.focus({ preventScroll: true });
  // In the middle, where no message covers it.
  field.scrollIntoView({ block: "center" });
  field.select();
  return document.execCommand("copy");
}
