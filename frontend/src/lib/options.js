/**
 * The options of a new race: those left to the preset show its values.
 * @module
 */

import { part, write } from "./elements.js";
import { gettext } from "./gettext.js";

/** @param {HTMLFormElement} form */
export function bindOptions(form) {
  /** @type {HTMLSelectElement} */
  const preset = part(form, 'select[name="preset"]');
  // Some may lie outside the form, and belong to it all the same.
  const options = [...form.elements].filter(isOption).map((option) => ({ option, choices: [...option.options] }));

  function update() {
    const rules = preset.selectedOptions[0]?.text ?? "";
    for (const { option, choices } of options) {
      const value = JSON.parse(option.dataset.presets ?? "{}")[preset.value];
      const own = choices.find((choice) => choice.value === value);
      const [blank] = choices;
      if (!own || !blank) continue;
      write(blank, gettext("%(value)s (%(rules)s)", { value: own.text, rules }));
      // The preset's own value stands first already.
      const chosen = option.value === value ? "" : option.value;
      option.replaceChildren(...choices.filter((choice) => choice !== own));
      option.value = chosen;
    }
  }
  preset.addEventListener("change", () => {
    for (const { option } of options) option.value = "";
    update();
  });
  // A page restored by the browser keeps earlier choices.
  addEventListener("pageshow", update);
  update();
}

/**
 * Whether anything has been chosen since the page came: by a reader who was quicker than its script.
 * @param {HTMLFormElement} form
 */
export function isEdited(form) {
  return [...form.elements].some((field) => {
    if (field instanceof HTMLSelectElement) {
      // Without a default, the first is chosen.
      const given = [...field.options].findLastIndex((option) => option.defaultSelected);
      return field.selectedIndex !== Math.max(0, given);
    }
    return field instanceof HTMLInputElement && field.checked !== field.defaultChecked;
  });
}

/**
 * @param {Element} field
 * @returns {field is HTMLSelectElement}
 */
function isOption(field) {
  return field.matches("select[data-presets]");
}
