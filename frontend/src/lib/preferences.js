/**
 * This browser's preferences: attributes of the root element, which the server writes from a cookie.
 * @module
 */

const COOKIE = "preferences";
const YEAR = 365 * 24 * 60 * 60;
const marks = document.documentElement.dataset;

/**
 * @param {string} name
 * @returns {string}
 */
export function preference(name) {
  return marks[name] ?? "";
}

/**
 * Whether a key reaches a part of the page without the focus: a character key only if the player allows it,
 * because dictation software presses such keys too.
 * @param {Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">} event
 * @returns {boolean}
 */
export function reachesAll({ key, ctrlKey, metaKey }) {
  return key.length > 1 || ctrlKey || metaKey || preference("keys") !== "focus";
}

/**
 * Applies the preferences to a table, now and whenever they change.
 * @template {{ prefer: (preferences: { hand: "right" | "left", tap: "auto" | "pick" | "best" }) => void }} T
 * @param {T} table
 * @returns {T} the same table
 */
export function follow(table) {
  const update = () =>
    table.prefer({
      hand: marks.hand === "left" ? "left" : "right",
      tap: marks.tap === "best" || marks.tap === "pick" ? marks.tap : "auto",
    });
  onPreferences(update);
  update();
  return table;
}

/**
 * Applies a preference to this page alone and notifies listeners.
 * @param {string} name
 * @param {string} value
 */
export function apply(name, value) {
  marks[name] = value;
  document.dispatchEvent(new Event(COOKIE));
}

/**
 * Stores a preference and applies it.
 * @param {string} name
 * @param {string} value
 */
export function choose(name, value) {
  const kept = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${COOKIE}=`));
  const chosen = new URLSearchParams(kept?.slice(COOKIE.length + 1));
  chosen.set(name, value);
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${COOKIE}=${chosen}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
  apply(name, value);
}

/**
 * @param {() => void} listener
 */
export function onPreferences(listener) {
  document.addEventListener(COOKIE, listener);
}
