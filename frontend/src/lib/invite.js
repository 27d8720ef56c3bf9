/**
 * The invitation: share it, copy it, or let a phone's camera read it.
 * @module
 */

import { copied, sayOn } from "./copied.js";
import { part } from "./elements.js";

/**
 * @param {HTMLElement} root
 */
export function invite(root) {
  /** @type {HTMLInputElement} */
  const link = part(root, "#invite-link");
  link.onfocus = () => link.select();
  const line = part(root, ".invite-line");

  /** @type {HTMLButtonElement} */
  const copy = part(root, "#copy-link");
  /** @param {HTMLElement} button on which to say what came of it */
  async function copyLink(button) {
    const { done, failed } = copy.dataset;
    sayOn(button, ((await copied(link, () => line.classList.add("plain"))) ? done : failed) ?? "");
  }
  copy.onclick = () => copyLink(copy);

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
  const shares = !share.hidden && matchMedia("(pointer: coarse)").matches;
  /** @type {HTMLElement | null} */
  const friend = root.querySelector("#invite-friend");
  if (friend) {
    line.classList.toggle("copied-below", !shares);
    friend.onclick = () => (shares ? share.click() : copyLink(friend));
  }

  // In a household on plain http the link is hard to send, and the other phone is near.
  if (isSecureContext) return;
  line.classList.add("plain");
  toggle();
}
