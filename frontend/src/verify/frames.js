/**
 * A run's boards, as this server replays them.
 * @module
 */

/** @import { Frame } from "./boards.js" */
import { fetchJson } from "../net/fetched.js";

/**
 * Fetch all boards of a run, page by page.
 * @param {string} address
 * @returns {Promise<Frame[]>} rejected if they can't be had now
 */
export async function fetchFrames(address) {
  const { times, page, frames: sent } = await fetchJson(address);
  for (let number = 1; number * page < times.length; number++) {
    sent.push(...(await fetchJson(`${address}?page=${number}`)).frames);
  }
  let piles = {};
  return sent.map((/** @type {Frame} */ frame, /** @type {number} */ number) => {
    // Each frame has only what changed, and the first of a page everything.
    piles = { ...piles, ...frame?.piles };
    return { ...frame, piles, ms: times[number] };
  });
}
