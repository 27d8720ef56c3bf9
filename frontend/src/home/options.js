/**
 * The options of a new race: those that are left to the preset say what it has.
 * @module
 */

import { part, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";

/** @param {HTMLFormElement} form */
export function bindOptions(form) {
  /** @type {HTMLSelectElement} */
  const preset = part(form, 'select[name="preset"]');
  /** @type {NodeListOf<HTMLSelectElement>} */
  const options = form.querySelectorAll("select[data-presets]");

  function update() {
    const rules = preset.selectedOptions[0]?.text ?? "";
    for (const option of options) {
      const value = JSON.parse(option.dataset.presets ?? "{}")[preset.value];
      const own = [...option.options].find((choice) => choice.value === value);
      const blank = option.options[0];
      if (own && blank) write(blank, gettext("%(value)s (%(rules)s)", { value: own.text, rules }));
    }
  }
  preset.addEventListener("change", () => {
    for (const option of options) option.value = "";
    update();
  });
  // A page from the browser's memory comes with the choices made before.
  addEventListener("pageshow", update);
  update();
}
