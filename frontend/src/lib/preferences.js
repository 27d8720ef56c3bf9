/**
 * What this browser prefers: marks on the root element, which the server writes from a cookie.
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
 * Whether a key reaches a part of the page that does not have the focus: one that writes a sign only if that is liked,
 * because a voice that dictates presses such keys, too.
 * @param {Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">} event
 * @returns {boolean}
 */
export function reachesAll({ key, ctrlKey, metaKey }) {
  return key.length > 1 || ctrlKey || metaKey || preference("keys") !== "focus";
}

/**
 * Makes a table follow them, now and from now on.
 * @template {{ prefer: (preferences: { hand: "right" | "left", tap: "pick" | "best" }) => void }} T
 * @param {T} table
 * @returns {T} the same table
 */
export function follow(table) {
  const update = () =>
    table.prefer({ hand: marks.hand === "left" ? "left" : "right", tap: marks.tap === "best" ? "best" : "pick" });
  onPreferences(update);
  update();
  return table;
}

/**
 * Keeps a preference, and tells who listens.
 * @param {string} name
 * @param {string} value
 */
export function choose(name, value) {
  const kept = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${COOKIE}=`));
  const chosen = new URLSearchParams(kept?.slice(COOKIE.length + 1));
  chosen.set(name, value);
  marks[name] = value;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${COOKIE}=${chosen}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
  document.dispatchEvent(new Event(COOKIE));
}

/**
 * @param {() => void} listener
 */
export function onPreferences(listener) {
  document.addEventListener(COOKIE, listener);
}
