/**
 * What the server returns for an address.
 * @module
 */

/**
 * The JSON of an address.
 * @param {string} address
 * @returns {Promise<any>} rejected if there is none
 */
export async function fetchJson(address) {
  return (await answer(address)).json();
}

/**
 * The text of an address.
 * @param {string} address
 * @returns {Promise<string>} rejected if there is none
 */
export async function fetchText(address) {
  return (await answer(address)).text();
}

/** @param {string} address */
async function answer(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}
