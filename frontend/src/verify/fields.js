/**
 * Strict reading of JSON: every fault has a place.
 * @module
 */

import { gettext } from "../lib/gettext.js";

/** A document that can't be read. */
export class DocumentError extends Error {
  /**
   * @param {string} place such as `runs[0].place`; empty for the whole document
   * @param {string} problem in a sentence
   */
  constructor(place, problem) {
    super(problem);
    this.place = place;
  }
}

/** A value and its place. Each method reads it as one type, or throws a DocumentError. */
export class Field {
  /**
   * @param {string} place
   * @param {unknown} value
   */
  constructor(place, value) {
    this.place = place;
    this.value = value;
  }

  /**
   * The error that something else is expected here.
   * @param {string} expected
   */
  fault(expected) {
    const text = JSON.stringify(this.value) ?? "";
    const found = text.length > 40 ? `${text.slice(0, 37)}…` : text;
    return new DocumentError(this.place, gettext("Expected %(expected)s, not %(found)s.", { expected, found }));
  }

  /**
   * Read an object with exactly these names.
   * @template {string} Name
   * @param {Name[]} names
   * @returns {Record<Name, Field>}
   */
  fields(...names) {
    const { value } = this;
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw this.fault(gettext("an object"));
    const given = /** @type {Record<string, unknown>} */ (value);
    const at = this.place && `${this.place}.`;
    const missing = names.find((name) => !Object.hasOwn(given, name));
    if (missing) throw new DocumentError(`${at}${missing}`, gettext("This field is missing."));
    const unknown = Object.keys(given).find((name) => !(/** @type {string[]} */ (names).includes(name)));
    if (unknown !== undefined) {
      const name = unknown.slice(0, 40);
      throw new DocumentError(this.place, gettext("There is no field “%(name)s” in this format.", { name }));
    }
    return /** @type {Record<Name, Field>} */ (
      Object.fromEntries(names.map((name) => [name, new Field(`${at}${name}`, given[name])]))
    );
  }

  /**
   * Read a list.
   * @param {number} least
   * @param {number} most
   * @returns {Field[]}
   */
  items(least, most) {
    const { value } = this;
    if (!Array.isArray(value) || value.length < least || value.length > most) {
      throw this.fault(gettext("a list of %(least)s to %(most)s", { least, most }));
    }
    return value.map((item, i) => new Field(`${this.place}[${i}]`, item));
  }

  /**
   * Read a text.
   * @param {RegExp} pattern
   * @returns {string}
   */
  text(pattern = /^[^]{0,200}$/) {
    if (typeof this.value !== "string" || !pattern.test(this.value)) throw this.fault(`${pattern}`);
    return this.value;
  }

  /**
   * Read one of some values.
   * @template {string | boolean} Value
   * @param {Value[]} values
   * @returns {Value}
   */
  one(...values) {
    const found = values.find((value) => value === this.value);
    if (found === undefined) throw this.fault(values.join(", "));
    return found;
  }

  /**
   * Read a whole number.
   * @param {number} least
   * @param {number} most
   * @returns {number}
   */
  number(least = 0, most = 1e15) {
    const { value } = this;
    if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most) {
      throw this.fault(gettext("a whole number from %(least)s to %(most)s", { least, most }));
    }
    return value;
  }

  /**
   * Read `null` as null, and anything else by `read`.
   * @template Read
   * @param {(field: Field) => Read} read
   * @returns {Read | null}
   */
  optional(read) {
    return this.value === null ? null : read(this);
  }
}
