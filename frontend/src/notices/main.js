/**
 * Turning push on and off in this browser.
 * @module
 */

import { part, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { register } from "./register.js";

const root = part(document, "#push");
const state = part(root, "#push-state");
/** @type {HTMLButtonElement} */
const on = part(root, "#push-on");
/** @type {HTMLButtonElement} */
const off = part(root, "#push-off");

/** @param {PushSubscription | null} subscription */
function show(subscription) {
  const isBlocked = Notification.permission === "denied";
  on.hidden = isBlocked || subscription !== null;
  off.hidden = subscription === null;
  if (subscription) write(state, gettext("Push is on in this browser."));
  else if (isBlocked) write(state, gettext("This browser blocks notifications of this site. Allow them in its settings, then reload this page."));
  else write(state, gettext("Push is off in this browser."));
}

/**
 * @param {string} address
 * @param {PushSubscription} subscription
 */
async function tell(address, subscription) {
  const { endpoint, keys } = subscription.toJSON();
  /** @type {HTMLInputElement} */
  const token = part(document, 'input[name="csrfmiddlewaretoken"]');
  const body = new URLSearchParams({ endpoint: endpoint ?? "", ...keys, csrfmiddlewaretoken: token.value });
  const answer = await fetch(address, { method: "POST", body });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
}

/** @param {ServiceWorkerRegistration} registration */
async function turnOn(registration) {
  const options = { userVisibleOnly: true, applicationServerKey: root.dataset.key };
  const subscription = await registration.pushManager.subscribe(options);
  try {
    await tell(root.dataset.subscribe ?? "", subscription);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

/** @param {ServiceWorkerRegistration} registration */
async function turnOff(registration) {
  const subscription = await registration.pushManager.getSubscription();
  if (!subscription) return;
  await tell(root.dataset.unsubscribe ?? "", subscription);
  await subscription.unsubscribe();
}

async function begin() {
  if (!("PushManager" in window) || !("Notification" in window)) {
    write(state, gettext("This browser can't receive pushes."));
    return;
  }
  await register();
  const registration = await navigator.serviceWorker.ready;
  const update = async () => show(await registration.pushManager.getSubscription());
  for (const [button, turn] of /** @type {const} */ ([[on, turnOn], [off, turnOff]])) {
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        await turn(registration);
        await update();
        (on.hidden ? off : on).focus();
      } catch {
        await update();
        if (Notification.permission !== "denied") write(state, gettext("That didn't work. Try again later."));
      }
      button.disabled = false;
    });
  }
  // The server may have dropped it, for instance with a log-out.
  const subscription = await registration.pushManager.getSubscription();
  if (subscription) await tell(root.dataset.subscribe ?? "", subscription).catch(() => {});
  await update();
}

void begin().catch(() => write(state, gettext("This browser can't receive pushes.")));
