/**
 * Sharing a link: by the system's share sheet where there is one, otherwise by the clipboard.
 * @module
 */

/** @typedef {{ title?: string, text?: string, url: string }} Shared */

/**
 * @param {Shared} what
 * @returns {Promise<"shared" | "copied" | "failed">}
 */
export async function share({ title, text, url }) {
  if (typeof navigator.share === "function") {
    try {
      await navigator.share({ title, text, url });
      return "shared";
    } catch (error) {
      // Closing the sheet is a decision, not a failure.
      if (error instanceof DOMException && error.name === "AbortError") return "shared";
    }
  }
  try {
    await navigator.clipboard.writeText([text, url].filter(Boolean).join("\n"));
    return "copied";
  } catch {
    // Only a page from this machine or over TLS may use the clipboard.
    return "failed";
  }
}
