/**
 * What a check found out.
 * @module
 */

/**
 * "ok": checked and true. "false": checked and not true. "note": unusual, but possible on an honest server.
 * "unknown": nothing here can show it.
 * @typedef {"ok" | "false" | "note" | "unknown"} Verdict
 */

/**
 * @typedef {object} Finding
 * @property {Verdict} verdict
 * @property {string} fields which fields of the document it concerns
 * @property {string} sentence
 */

/**
 * @param {Verdict} verdict
 * @returns {(fields: string, sentence: string) => Finding}
 */
function finding(verdict) {
  return (fields, sentence) => ({ verdict, fields, sentence });
}

export const ok = finding("ok");
export const wrong = finding("false");
export const note = finding("note");
export const unknown = finding("unknown");
