/**
 * What each key of a replay means; no DOM beyond the event's own fields.
 * @module
 */

/** @import { Mark } from "./run.js" */

/**
 * @typedef {{ name: "step", way: 1 | -1 }
 *   | { name: "skip", ms: number }
 *   | { name: "mark", mark: Mark, way: 1 | -1 }
 *   | { name: "speed", way: 1 | -1 }
 *   | { name: "toggle" | "first" | "last" | "other" | "link" | "help" }} Command
 */

/** @typedef {Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">} Key */

const SKIP = 10_000;

/** @type {Record<string, Command>} */
const COMMANDS = {
  " ": { name: "toggle" },
  k: { name: "toggle" },
  ArrowRight: { name: "step", way: 1 },
  ArrowLeft: { name: "step", way: -1 },
  Home: { name: "first" },
  End: { name: "last" },
  "+": { name: "speed", way: 1 },
  "=": { name: "speed", way: 1 },
  "-": { name: "speed", way: -1 },
  o: { name: "other" },
  s: { name: "link" },
  "?": { name: "help" },
};

/** @type {Record<string, Command>} */
const WITH_SHIFT = {
  ArrowRight: { name: "skip", ms: SKIP },
  ArrowLeft: { name: "skip", ms: -SKIP },
};

/** @type {Record<string, Mark>} */
const MARKS = { d: "deal", u: "undo", l: "long", w: "wasted", x: "lost" };

/**
 * The command of a key; with Shift, a letter looks backwards.
 * @param {Key} event
 * @returns {Command | null}
 */
export function commandOf({ key, shiftKey, ctrlKey, metaKey, altKey }) {
  if (ctrlKey || metaKey || altKey) return null;
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (name in MARKS) return { name: "mark", mark: MARKS[name], way: shiftKey ? -1 : 1 };
  return (shiftKey && WITH_SHIFT[name]) || (COMMANDS[name] ?? null);
}
