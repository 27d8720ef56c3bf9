/**
 * A race for the start page: two wins of one deal of Beleaguered Castle, played by the engine.
 * @module
 */

/** The board as dealt. */
export const PILES =
  "t1 4H QD 4D 2C JD 8H,t2 9C 7C 3C 9S 2S TC,t3 KH 6C 8D 6D 4S TD,t4 3S TS QH 3D 6H QC," +
  "t5 KS TH 5C 5D 6S KD,t6 JS QS 8S JH 7D 9D,t7 KC 7H JC 8C 7S 2D,t8 3H 5H 4C 2H 9H 5S," +
  "fc AC,fd AD,fh AH,fs AS";

/**
 * One player's race.
 * @typedef {object} Run
 * @property {string} moves
 * @property {number} own how many moves the player makes; the rest sends the last cards home
 * @property {number} pace milliseconds a move
 */

/** @type {readonly [Run, Run]} */
export const RUNS = [
  {
    moves:
      "t1t6 t1t4 t2t4 t1f t1t8 t2f t2t3 t2t8 t2t6 t2t4 t5t2 t5t6 t5t6 t1t2 t1t5 t8t5 t8t6 t7t5 t7t1 t7t4 t7t2 t1t4 " +
      "t3t1 t3t2 t1t2 t3t8 t3t7 t3t2 t4t2 t3t2 t8t1 t8t7 t1t7 t8t1 t8f t4t1 t5f t5f t8f t8t2 t8f t5f t5f t4t5 t2f " +
      "t4t8 t1t5 t1t8 t4t1 t4t3 t1t3 t4f t4f t6f t4t1 t4t3 t4f t7f t7f t6f t6f t2f t6f t5f t7f t7f t1t7 t6f t6t3 " +
      "t6f t6t7 t2f t6f t2f t6t1 t2f t3f t5f t8f t2f t3f t5f t8f t2f t3f t6f t7f t1f t2f t3f t7f t2f t3f t5f t7f",
    own: 75,
    pace: 330,
  },
  {
    moves:
      "t4t5 t7f t1t6 t4t7 t4f t1t4 t1f t1f t2t4 t2f t2t3 t2f t2t6 t2t4 t7t6 t7t2 t7t4 t2t4 t3t2 t3t7 t8t6 t8t7 t8f " +
      "t8f t3t6 t8t3 t8f t7t8 t2t7 t4t2 t4t7 t2t7 t1t2 t1f t6t3 t6t1 t3t1 t3f t6f t3t7 t3t4 t3t6 t2t3 t1t2 t1t6 " +
      "t2t6 t7t1 t7t2 t7t8 t2t4 t1t4 t7t1 t7t2 t7t3 t7f t2t3 t5t2 t1t3 t5t1 t2t1 t5t2 t5f t5f t4f t8t3 t8t5 t4t8 " +
      "t2t8 t6t2 t6t8 t6f t6f t6f t5f t5f t3f t2t8 t6t2 t6f t6f t4f t2f t4f t4f t6t3 t6t5 t4t5 t4f t4t6 t4f t8f t8f " +
      "t8f t8f t3f t3f t3f t6f t3f t5f t6f t1f t3f t5f t1f t3f t5f t7f",
    own: 89,
    pace: 280,
  },
];
