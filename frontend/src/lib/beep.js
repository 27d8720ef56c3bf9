/**
 * A short tone, made by the browser itself.
 * @module
 */

const LOUDNESS = 0.12;

/** @type {AudioContext | undefined} */
let context;

/**
 * @param {number} frequency in hertz
 * @param {number} seconds
 */
export function beep(frequency, seconds) {
  context ??= new AudioContext();
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  const end = context.currentTime + seconds;
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(LOUDNESS, context.currentTime);
  // A tone that stops at once clicks.
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(end);
}
