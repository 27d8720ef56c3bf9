/**
 * The service worker: it shows pushes, and a page of its own where there is no network. It keeps that page with its
 * style sheet and nothing else, and serves them only when the network fails. The server puts SITE before it.
 */

/** @type {{ offline: string, files: string[], icon: string, language: string }} */
// @ts-ignore: the server's line, before this one.
const site = SITE;
/** @type {any} */
const worker = self;
const KEPT = `offline ${[site.offline, ...site.files].join(" ")}`;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll([site.offline, ...site.files]))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  );
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(orKept(request, site.offline));
  else if (site.files.includes(pathname)) event.respondWith(orKept(request, pathname));
});

/**
 * @param {Request} request
 * @param {string} kept the address of what stands for it without a network
 * @returns {Promise<Response>}
 */
async function orKept(request, kept) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await caches.open(KEPT).then((cache) => cache.match(kept, { ignoreVary: true }));
    if (!found) throw error;
    return found;
  }
}

worker.addEventListener("push", (/** @type {any} */ event) => {
  const { title, body: said, path, at, tag, starts, words } = event.data.json();
  const body = starts ? `${said}\n${words.replace("%(start)s", dateText(starts))}` : said;
  const shown = { body, tag, timestamp: at, lang: site.language, icon: site.icon, data: { path } };
  event.waitUntil(worker.registration.showNotification(title, shown));
});

/**
 * A module can't be imported here: as `frontend/src/lib/times.js` writes it.
 * @param {number} instant
 * @returns {string}
 */
function dateText(instant) {
  const language = site.language === "en" ? "en-GB" : site.language;
  const text = new Date(instant).toLocaleString(language, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
  return text.replace(/ (?=\S+$)/, "\u00a0");
}

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data.path));
});

/** @param {string} path */
async function lead(path) {
  const address = new URL(path, worker.location.origin).href;
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((/** @type {any} */ page) => page.url === address);
  await (there ? there.focus() : worker.clients.openWindow(address));
}
