/**
 * SHA-256, as the browser itself computes it.
 * @module
 */

/**
 * @param {string} hex
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function bytes(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * The digest in hex; null where the browser does not offer it (a page without TLS from another machine).
 * @param {Uint8Array<ArrayBuffer>} data
 * @returns {Promise<string | null>}
 */
export async function sha256(data) {
  if (!globalThis.crypto?.subtle) return null;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
