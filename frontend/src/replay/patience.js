/**
 * A pause between requests, so that an unreachable server is not asked in every animation frame.
 * @module
 */

/** How long a failure is kept back, in milliseconds. */
const PAUSE = 2000;

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} rejected a while after the work has failed
 */
export async function patiently(work) {
  try {
    return await work();
  } catch (error) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    throw error;
  }
}
