/**
 * SHA-256 (FIPS 180-4). Web Crypto has it too, but not on a page without TLS from another machine: a household's
 * players could check nothing there.
 * @module
 */

const PRIMES = primes(64);
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

/**
 * Read bytes in hex.
 * @param {string} hex
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function bytes(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * Digest bytes to hex.
 * @param {Uint8Array<ArrayBuffer>} data
 * @returns {string}
 */
export function sha256(data) {
  const view = padded(data);
  const state = Uint32Array.from(START);
  for (let at = 0; at < view.byteLength; at += 64) compress(state, view, at);
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

/**
 * Fill the last block with a one, zeros and the length in bits.
 * @param {Uint8Array<ArrayBuffer>} data
 */
function padded(data) {
  const whole = new Uint8Array(Math.ceil((data.length + 9) / 64) * 64);
  whole.set(data);
  whole[data.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setBigUint64(whole.length - 8, BigInt(data.length) * 8n);
  return view;
}

/**
 * @param {Uint32Array} state
 * @param {DataView} view
 * @param {number} at where the block begins
 */
function compress(state, view, at) {
  const words = new Uint32Array(64);
  for (let i = 0; i < 64; i++) {
    words[i] = i < 16
      ? view.getUint32(at + 4 * i)
      : words[i - 16] + mixed(words[i - 15], 7, 18, 3) + words[i - 7] + mixed(words[i - 2], 17, 19, 10);
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
}

/**
 * @param {number} word
 * @param {number} by
 */
function turned(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/**
 * @param {number} word
 * @param {number} first
 * @param {number} second
 * @param {number} shift
 */
function mixed(word, first, second, shift) {
  return turned(word, first) ^ turned(word, second) ^ (word >>> shift);
}

/** @param {number} root whose fraction's first 32 bits are wanted */
function fraction(root) {
  return Math.floor((root % 1) * 2 ** 32);
}

/**
 * The first primes.
 * @param {number} count
 * @returns {number[]}
 */
function primes(count) {
  const found = [2];
  for (let n = 3; found.length < count; n += 2) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}
