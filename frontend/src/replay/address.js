/**
 * A moment of a replay in its address: `t` in seconds, or `n`, the number of an action. No DOM.
 * @module
 */

/** @typedef {{ ms: number } | { number: number }} Moment */

/**
 * The moment that an address names.
 * @param {string} query
 * @returns {Moment | null}
 */
export function momentOf(query) {
  const values = new URLSearchParams(query);
  const [n, t] = [values.get("n") ?? "", values.get("t") ?? ""];
  if (/^\d{1,6}$/.test(n)) return { number: Number(n) };
  if (/^\d{1,6}(\.\d{1,3})?$/.test(t)) return { ms: Math.round(Number(t) * 1000) };
  return null;
}

/**
 * An address that names a moment.
 * @param {string} href
 * @param {Moment} moment
 * @returns {string}
 */
export function addressOf(href, moment) {
  const url = new URL(href);
  url.searchParams.delete("n");
  url.searchParams.delete("t");
  url.hash = "";
  if ("number" in moment) url.searchParams.set("n", String(moment.number));
  // Round up, so that the moment includes what has just happened.
  else url.searchParams.set("t", String(Math.ceil(moment.ms / 100) / 10));
  return url.href;
}
