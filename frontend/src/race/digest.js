/**
 * SHA-256 by the browser's own Web Crypto.
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
 * Digests a text to hex; null where the browser offers no Web Crypto (a page without TLS from another machine).
 * @param {Uint8Array<ArrayBuffer>} data
 * @returns {Promise<string | null>}
 */
export async function sha256(data) {
  if (!globalThis.crypto?.subtle) return null;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
