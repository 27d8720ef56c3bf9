/**
 * Text in the reader's language: from Django's catalogue where the page has loaded one, otherwise
 * in English as written.
 * @module
 */

/**
 * @typedef {object} Catalogue
 * @property {(text: string) => string} [gettext]
 * @property {(one: string, many: string, count: number) => string} [ngettext]
 */

const catalogue = /** @type {Catalogue} */ (globalThis);

/**
 * @param {string} text
 * @param {Record<string, string | number>} [values] what stands for each %(name)s
 * @returns {string}
 */
export function gettext(text, values) {
  const found = catalogue.gettext?.(text) ?? text;
  return values ? fill(found, values) : found;
}

/**
 * @param {string} one
 * @param {string} many
 * @param {number} count also what stands for %(count)s
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function ngettext(one, many, count, values = {}) {
  const text = catalogue.ngettext?.(one, many, count) ?? (count === 1 ? one : many);
  return fill(text, { count, ...values });
}

/**
 * @param {string} text
 * @param {Record<string, string | number>} values
 * @returns {string}
 */
export function fill(text, values) {
  return text.replace(/%\((\w+)\)s/g, (slot, name) => String(values[name] ?? slot));
}
