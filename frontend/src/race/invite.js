/**
 * The invitation: share it, copy it, or let a phone's camera read it.
 * @module
 */

import { part, write } from "../lib/elements.js";

const SHOWN = 3000;

/**
 * @param {HTMLElement} root
 * @returns {(first: boolean) => void} says whether to invite is what to do next
 */
export function invite(root) {
  /** @type {HTMLInputElement} */
  const link = part(root, "#invite-link");
  link.onfocus = () => link.select();

  /** @type {HTMLButtonElement} */
  const copy = part(root, "#copy-link");
  const label = copy.textContent ?? "";
  copy.onclick = async () => {
    write(copy, ((await copied(link)) ? copy.dataset.done : copy.dataset.failed) ?? "");
    setTimeout(() => write(copy, label), SHOWN);
  };

  const share = part(root, "#share-link");
  share.hidden = typeof navigator.share !== "function";
  share.onclick = () => {
    const text = part(root, "[data-invitation]").dataset.invitation;
    // Closing the share sheet rejects the promise; there is nothing to do.
    void navigator.share({ title: share.dataset.title, text, url: link.value }).catch(() => {});
  };

  const qr = part(root, "#invite-qr");
  const show = part(root, "#show-qr");
  function toggle() {
    qr.hidden = !qr.hidden;
    show.ariaExpanded = String(!qr.hidden);
  }
  show.onclick = () => {
    toggle();
    qr.scrollIntoView({ block: "nearest" });
  };
  // A phone's own sheet knows the friends; with a mouse the link is pasted somewhere.
  const way = !share.hidden && matchMedia("(pointer: coarse)").matches ? share : copy;

  // In a household on plain http the link is hard to send, and the other phone is near.
  if (!isSecureContext) toggle();
  return (first) => {
    for (const button of [copy, share]) button.classList.toggle("primary", first && button === way);
  };
}

/**
 * Only a page from this machine or over TLS has the clipboard; elsewhere the selection is copied.
 * @param {HTMLInputElement} link
 * @returns {Promise<boolean>} false if the link is selected, for the reader to copy
 */
async function copied(link) {
  try {
    await navigator.clipboard.writeText(link.value);
    return true;
  } catch {
    link.focus();
    link.select();
    return document.execCommand("copy");
  }
}
