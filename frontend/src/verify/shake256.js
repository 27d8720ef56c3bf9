/**
 * SHAKE-256 (FIPS 202), by which a key deals the cards. No browser offers it.
 * @module
 */

/** Bytes that each permutation takes in or gives out. */
const RATE = 136;
const LANE = (1n << 64n) - 1n;

/**
 * Yield the bytes of a seed's stream, without end.
 * @param {Uint8Array<ArrayBuffer>} seed
 * @returns {Generator<number, never, void>}
 */
export function* shake256(seed) {
  const whole = new Uint8Array(Math.ceil((seed.length + 1) / RATE) * RATE);
  whole.set(seed);
  whole[seed.length] ^= 0x1f;
  whole[whole.length - 1] ^= 0x80;
  const view = new DataView(whole.buffer);
  /** @type {bigint[]} the lane in column x and row y is at x + 5y */
  const lanes = Array(25).fill(0n);
  for (let at = 0; at < whole.length; at += RATE) {
    for (let i = 0; i < RATE / 8; i++) lanes[i] ^= view.getBigUint64(at + 8 * i, true);
    permute(lanes);
  }
  for (;;) {
    for (let i = 0; i < RATE; i++) yield Number((lanes[i >> 3] >> BigInt(8 * (i & 7))) & 255n);
    permute(lanes);
  }
}

/**
 * Keccak-f[1600].
 * @param {bigint[]} lanes
 */
function permute(lanes) {
  // The round constants' bits come from a shift register, so there is no table to mistype.
  let register = 1;
  for (let round = 0; round < 24; round++) {
    theta(lanes);
    rhoAndPi(lanes);
    chi(lanes);
    for (let j = 0; j < 7; j++) {
      if (register & 1) lanes[0] ^= 1n << BigInt(2 ** j - 1);
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0);
    }
  }
}

/** @param {bigint[]} lanes */
function theta(lanes) {
  const columns = [0, 1, 2, 3, 4].map((x) => lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20]);
  lanes.forEach((_lane, i) => (lanes[i] ^= columns[(i + 4) % 5] ^ turned(columns[(i + 1) % 5], 1)));
}

/** @param {bigint[]} lanes */
function rhoAndPi(lanes) {
  let [x, y, carried] = [1, 0, lanes[1]];
  for (let t = 0; t < 24; t++) {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    const next = lanes[x + 5 * y];
    lanes[x + 5 * y] = turned(carried, (((t + 1) * (t + 2)) / 2) % 64);
    carried = next;
  }
}

/** @param {bigint[]} lanes */
function chi(lanes) {
  for (let y = 0; y < 25; y += 5) {
    const row = lanes.slice(y, y + 5);
    row.forEach((lane, x) => (lanes[y + x] = lane ^ (~row[(x + 1) % 5] & LANE & row[(x + 2) % 5])));
  }
}

/**
 * @param {bigint} lane
 * @param {number} by
 */
function turned(lane, by) {
  return ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & LANE;
}
