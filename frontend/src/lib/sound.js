/**
 * The sounds of a race, synthesised by the browser: on once the player has pressed something, and silent wherever
 * there is no sound to be had.
 * @module
 */

import { choose, onPreferences, preference } from "./preferences.js";

/** @typedef {"pick" | "place" | "home" | "refused" | "countdown" | "go" | "overtaken" | "finish" | "bell" | "call" | "win"} Sound */

/**
 * A tone of a sound, gliding from one pitch to another.
 * @typedef {[at: number, seconds: number, from: number, to: number, loudness: number, wave?: OscillatorType]} Tone
 */

/** @type {Record<Sound, Tone[]>} */
const SOUNDS = {
  pick: [[0, 0.05, 480, 620, 0.35]],
  place: [[0, 0.09, 250, 140, 1]],
  home: [[0, 0.25, 330, 330, 0.5, "triangle"], [0, 0.12, 660, 660, 0.3]],
  refused: [[0, 0.12, 196, 175, 0.5, "triangle"], [0.1, 0.18, 156, 139, 0.5, "triangle"]],
  countdown: [[0, 0.15, 523, 523, 0.7]],
  go: [[0, 0.5, 1047, 1047, 0.7]],
  overtaken: [[0, 0.14, 659, 659, 0.5, "triangle"], [0.12, 0.22, 523, 523, 0.5, "triangle"]],
  finish: [[0, 0.14, 523, 523, 0.5, "triangle"], [0.12, 0.35, 784, 784, 0.5, "triangle"]],
  bell: [[0, 0.5, 880, 880, 0.6], [0.3, 0.7, 880, 880, 0.6]],
  call: [[0, 0.2, 587, 587, 0.5, "triangle"], [0.18, 0.2, 740, 740, 0.5, "triangle"], [0.36, 0.5, 880, 880, 0.5, "triangle"]],
  win: [
    [0, 0.2, 523, 523, 0.5, "triangle"],
    [0.12, 0.2, 659, 659, 0.5, "triangle"],
    [0.24, 0.2, 784, 784, 0.5, "triangle"],
    ...[523, 659, 784, 1047].map((pitch) => /** @type {Tone} */ ([0.38, 1.3, pitch, pitch, 0.35, "triangle"])),
  ],
};

/** The pentatonic scale, in semitones: any of its notes sound well together. */
const SCALE = [0, 2, 4, 7, 9];

/** @type {Record<string, number>} */
const VOLUMES = { low: 0.05, medium: 0.12, high: 0.3 };

/** @type {AudioContext | undefined} */
let context;

/**
 * Plays a sound, now or never: one that can't be heard at once is dropped.
 * @param {Sound} name
 * @param {number} [step] how many notes of the scale higher
 */
export function sound(name, step = 0) {
  if (preference("sound") === "off" || context?.state !== "running") return;
  const octaves = Math.floor(step / SCALE.length) + SCALE[step % SCALE.length] / 12;
  for (const tone of SOUNDS[name]) play(context, tone, 2 ** octaves);
}

/**
 * @param {AudioContext} context
 * @param {Tone} tone
 * @param {number} higher
 */
function play(context, [at, seconds, from, to, loudness, wave = "sine"], higher) {
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  const begin = context.currentTime + at;
  const end = begin + seconds;
  tone.type = wave;
  tone.frequency.setValueAtTime(from * higher, begin);
  tone.frequency.exponentialRampToValueAtTime(to * higher, end);
  volume.gain.setValueAtTime(loudness * (VOLUMES[preference("volume")] ?? VOLUMES.medium), begin);
  // A tone that stops at once clicks.
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  tone.connect(volume).connect(context.destination);
  tone.start(begin);
  tone.stop(end);
}

/** Browsers allow sound from the first press on: until then, no context is made, which they would complain about. */
function wake() {
  if (navigator.userActivation?.isActive === false || typeof AudioContext === "undefined") return;
  try {
    context ??= new AudioContext();
    // A phone suspends it for a call, or in the background.
    if (context.state !== "running") context.resume().catch(() => {});
  } catch {
    // No device, or too many contexts: the page stays silent.
  }
}

/** Lets the page sound, and binds its buttons that mute it. */
export function bindSound() {
  for (const press of ["pointerdown", "pointerup", "keydown"]) document.addEventListener(press, wake, true);
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = document.querySelectorAll("[data-mute]");
  const choice = () => `${preference("sound")} ${preference("volume")}`;
  let chosen = choice();
  const update = () => {
    for (const button of buttons) button.ariaPressed = String(preference("sound") === "off");
    if (chosen !== choice()) sound("home", 5);
    chosen = choice();
  };
  for (const button of buttons) {
    button.onclick = () => choose("sound", preference("sound") === "off" ? "on" : "off");
  }
  onPreferences(update);
  update();
}
