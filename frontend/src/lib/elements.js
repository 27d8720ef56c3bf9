/**
 * Looking up a page's elements, and lists that reuse theirs.
 * @module
 */

/**
 * Finds the element of a selector; a page without it is a bug.
 * @template {HTMLElement} [E=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {E}
 */
export function part(root, selector) {
  const element = root.querySelector(selector);
  if (!element) throw new Error(`the page has no ${selector}`);
  return /** @type {E} */ (element);
}

/**
 * Finds the slot of a name in a row.
 * @param {HTMLElement} row
 * @param {string} name
 * @returns {HTMLElement}
 */
export function slot(row, name) {
  return part(row, `[data-slot="${name}"]`);
}

/**
 * Reads the data that the server put into the page for its module.
 * @param {string} id
 * @param {ParentNode} [page]
 * @returns {any}
 */
export function pageData(id, page = document) {
  return JSON.parse(part(page, `#${id}`).textContent ?? "");
}

/**
 * Sets a text, without touching the DOM if it is already there.
 * @param {HTMLElement} element
 * @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Sets properties that show in the DOM, each only if it changes: an attribute that is written again is styled again.
 * @template {object} T
 * @param {T} target an element, or the data of one
 * @param {Partial<T>} values
 */
export function patch(target, values) {
  for (const name of /** @type {(keyof T)[]} */ (Object.keys(values))) {
    const value = /** @type {T[keyof T]} */ (values[name]);
    if (target[name] !== value) target[name] = value;
  }
}

/**
 * @param {string} name that an element always has
 * @param {Record<string, boolean | undefined>} marks names that are on
 * @returns {string} the names as one class
 */
export function classes(name, marks) {
  let all = name;
  for (const mark in marks) if (marks[mark]) all += ` ${mark}`;
  return all;
}

/**
 * Shows items in a list: one element each, made from a template and reused while its item stays.
 * @template T
 * @param {HTMLElement} list
 * @param {HTMLTemplateElement} template with one element
 * @param {readonly T[]} items
 * @param {(item: T) => string | number} keyOf
 * @param {(row: HTMLElement, item: T) => void} fill
 */
export function rows(list, template, items, keyOf, fill) {
  const old = new Map([...list.children].map((row) => [/** @type {HTMLElement} */ (row).dataset.key, row]));
  const wanted = items.map((item) => {
    const key = String(keyOf(item));
    const row = /** @type {HTMLElement} */ (old.get(key) ?? template.content.firstElementChild?.cloneNode(true));
    patch(row.dataset, { key });
    fill(row, item);
    return row;
  });
  for (const row of old.values()) {
    if (!wanted.includes(/** @type {HTMLElement} */ (row))) row.remove();
  }
  wanted.forEach((row, i) => {
    if (list.children[i] !== row) list.insertBefore(row, list.children[i] ?? null);
  });
}
