/**
 * Opens the race's socket while the page still loads, and buffers frames until the page's module takes over
 * (net/socket.js). A script of its own, because modules wait for the whole page.
 */
{
  const { socket = "" } = document.currentScript?.dataset ?? {};
  const url = new URL(socket, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  const early = { socket: new WebSocket(url.href), events: /** @type {MessageEvent[]} */ ([]) };
  early.socket.onmessage = (event) => early.events.push(event);
  Object.assign(globalThis, { earlySocket: early });
}
