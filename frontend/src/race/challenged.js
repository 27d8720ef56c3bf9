/**
 * A challenge reaches a player who still looks at a result; never one who plays or celebrates.
 * @module
 */

/** @import { State } from "./state.js" */
import { awaitChallenges } from "../net/challenges.js";
import { scene } from "./state.js";

/** @returns {(state: State) => void} */
export function challenged() {
  let isAwaiting = !document.querySelector("#challenges");
  return (state) => {
    if (isAwaiting || scene(state) !== "result") return;
    isAwaiting = true;
    awaitChallenges(true);
  };
}
