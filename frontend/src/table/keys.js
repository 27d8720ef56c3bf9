/**
 * What each key means; no DOM beyond the event's own fields.
 * @module
 */

/**
 * @typedef {{ name: "go", direction: "left" | "right" | "up" | "down" }
 *   | { name: "pile", pile: string }
 *   | { name: "count", by: 1 | -1 }
 *   | { name: "aside", number: string }
 *   | { name: "reserve" | "cell" | "foundation" | "deal" | "undo" | "redo" | "collect" | "cancel" | "why" | "news" | "hint" | "type" | "help" }} Command
 */

/** @typedef {Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">} Key */

/** @type {Record<string, Command>} */
const COMMANDS = {
  ArrowLeft: { name: "go", direction: "left" },
  ArrowRight: { name: "go", direction: "right" },
  ArrowUp: { name: "go", direction: "up" },
  ArrowDown: { name: "go", direction: "down" },
  "+": { name: "count", by: 1 },
  "=": { name: "count", by: 1 },
  "-": { name: "count", by: -1 },
  r: { name: "reserve" },
  a: { name: "cell" },
  f: { name: "foundation" },
  d: { name: "deal" },
  z: { name: "undo" },
  y: { name: "redo" },
  c: { name: "collect" },
  w: { name: "why" },
  n: { name: "news" },
  h: { name: "hint" },
  t: { name: "type" },
  Escape: { name: "cancel" },
  "?": { name: "help" },
};

/**
 * The command of a key. Space and Enter are missing: they click the focused pile.
 * @param {Key} key
 * @returns {Command | null}
 */
export function commandOf({ key, code, shiftKey, ctrlKey, metaKey, altKey }) {
  if (altKey) return null;
  const letter = key.toLowerCase();
  if (letter === "z" && shiftKey) return COMMANDS.y;
  if (ctrlKey || metaKey) return letter === "z" || letter === "y" ? COMMANDS[letter] : null;
  const digit = /^(?:Digit|Numpad)([1-8])$/.exec(code)?.[1];
  // The code, not the key: with Shift, the key differs by keyboard layout.
  if (digit && shiftKey) return { name: "aside", number: digit };
  if (/^[1-8]$/.test(key)) return { name: "pile", pile: `t${key}` };
  return COMMANDS[key.length === 1 ? letter : key] ?? null;
}
