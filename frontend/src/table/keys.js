/**
 * What each key means; no DOM beyond the event's own fields.
 * @module
 */

/**
 * @typedef {{ name: "go", direction: "left" | "right" | "up" | "down" }
 *   | { name: "pile", pile: string }
 *   | { name: "count", by: 1 | -1 }
 *   | { name: "reserve" | "foundation" | "deal" | "undo" | "collect" | "cancel" | "why" | "hint" | "type" | "help" }} Command
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
  f: { name: "foundation" },
  d: { name: "deal" },
  z: { name: "undo" },
  c: { name: "collect" },
  w: { name: "why" },
  h: { name: "hint" },
  t: { name: "type" },
  Escape: { name: "cancel" },
  "?": { name: "help" },
};

/**
 * The command of a key. Space and Enter are not here: they click the pile that has the focus.
 * @param {Key} key
 * @returns {Command | null}
 */
export function commandOf({ key, code, shiftKey, ctrlKey, metaKey, altKey }) {
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === "z" && !shiftKey ? COMMANDS.z : null;
  const digit = /^(?:Digit|Numpad)([1-8])$/.exec(code)?.[1];
  // The code, not the key: with Shift the key is another sign on every keyboard.
  if (digit && shiftKey) return { name: "pile", pile: `r${digit}` };
  if (/^[1-8]$/.test(key)) return { name: "pile", pile: `t${key}` };
  return COMMANDS[key.length === 1 ? key.toLowerCase() : key] ?? null;
}
