/**
 * The service worker of the reader's language.
 * @module
 */

/**
 * @returns {Promise<unknown>} rejected where there can be none
 */
export async function register() {
  if (!("serviceWorker" in navigator)) throw new Error("no service workers");
  return navigator.serviceWorker.register(`/sw.js?language=${document.documentElement.lang}`, { updateViaCache: "none" });
}
