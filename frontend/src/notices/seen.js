/**
 * What is listed is read once it is seen.
 * @module
 */

/**
 * Tells the server that the listed notices have been seen. They stay marked as new while they are shown.
 * @param {ParentNode} root what lists them
 * @returns {Promise<boolean>} whether any was new
 */
export async function markSeen(root) {
  /** @type {HTMLFormElement | null} */
  const form = root.querySelector(".notices-seen");
  const button = form?.querySelector("button");
  if (!form || !button || button.hidden) return false;
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  try {
    await fetch(form.action, { method: "POST", body, redirect: "manual" });
  } catch {
    // The button stays.
    return false;
  }
  button.hidden = true;
  return true;
}
