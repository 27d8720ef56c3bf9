/**
 * A board as its player may see it, as sockets and pages send it; docs/reference/protocol.md tells what each
 * field means. No code: `python -m tests.repository.protocol` writes the types.
 * @module
 */

// types
/**
 * @typedef {object} View
 * @property {Record<string, string>} piles
 * @property {string[]} moves
 * @property {string[]} safe
 * @property {Accepts} accepts
 * @property {number} progress
 * @property {boolean} undo
 * @property {Outcome | null} outcome
 * @property {number} [redeals]
 */
/**
 * @typedef {object} Accepts
 * @property {string} t
 * @property {string} f
 */
/** @typedef {"won" | "stuck"} Outcome */
// end of types
