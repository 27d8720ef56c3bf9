import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Socket } from "../../frontend/src/net/socket.js";
import { FakeBrowser } from "./net-fake.js";

/** @type {FakeBrowser} */
let browser;
/** @type {Socket} */
let socket;
/** @type {unknown[]} */
let frames;
/** @type {unknown[]} */
let connections;

beforeEach(() => {
  browser = new FakeBrowser();
  frames = [];
  connections = [];
  socket = new Socket(
    "ws://race",
    {
      onFrame: (frame) => frames.push(frame),
      onConnection: (connection, code) => connections.push(code === null ? connection : [connection, code]),
    },
    browser,
  );
  socket.open();
});

test("a frame that the server sends is handed on", () => {
  browser.socket.accept();
  browser.socket.receive({ t: "pong" });
  assert.deepEqual(frames, [{ t: "pong" }]);
});

test("a frame of an unknown kind is passed over", () => {
  browser.socket.accept();
  browser.socket.receive({ t: "weather" });
  assert.deepEqual(frames, []);
});

test("whether everything is read is answered and handed on to nobody", () => {
  browser.socket.accept();
  browser.socket.receive({ t: "ping", k: 7 });
  assert.deepEqual(browser.socket.sent, [{ t: "pong", k: 7 }]);
  assert.deepEqual(frames, []);
});

test("nothing is sent before the connection stands, and the caller is told", () => {
  assert.equal(socket.send({ t: "sync" }), false);
  assert.deepEqual(browser.socket.sent, []);
});

test("a broken connection is tried again, later and later", () => {
  const delays = [];
  for (let i = 0; i < 7; i += 1) {
    browser.socket.fail(1006);
    delays.push(browser.fire());
  }
  assert.deepEqual(delays, [500, 1000, 2000, 4000, 8000, 15000, 15000]);
});

test("chance shortens the wait by up to a half", () => {
  browser.random = () => 0;
  browser.socket.fail(1006);
  assert.equal(browser.fire(), 250);
});

test("after a success the waits start from the shortest again", () => {
  browser.socket.fail(1006);
  browser.fire();
  browser.socket.accept();
  browser.socket.receive({ t: "pong" });
  browser.socket.fail(1006);
  assert.equal(browser.fire(), 500);
});

test("a server that only lets in and refuses is asked later and later", () => {
  const delays = [];
  for (let i = 0; i < 3; i += 1) {
    browser.socket.accept();
    browser.socket.receive({ t: "refused", n: null, code: "unavailable", detail: "Try again." });
    browser.socket.fail(4500);
    delays.push(browser.fire());
  }
  assert.deepEqual(delays, [500, 1000, 2000]);
});

test("each change of the connection is told", () => {
  browser.socket.accept();
  browser.socket.fail(1006);
  browser.fire();
  browser.socket.accept();
  assert.deepEqual(connections, ["online", "waiting", "online"]);
});

for (const code of [4400, 4404, 4409, 4429]) {
  test(`after ${code} no attempt is made`, () => {
    browser.socket.fail(code);
    assert.deepEqual(connections, [["closed", code]]);
    assert.equal(browser.timers.size, 0);
  });
}

for (const code of [1006, 1012, 4408, 4500, 4503]) {
  test(`after ${code} another attempt is made`, () => {
    browser.socket.fail(code);
    assert.deepEqual(connections, ["waiting"]);
    assert.equal(browser.timers.size, 1);
  });
}

test("opening while it waits connects at once", () => {
  browser.socket.fail(1006);
  socket.open();
  assert.equal(browser.sockets.length, 2);
  assert.equal(browser.timers.size, 0);
});

test("a silent server is asked, then given up", () => {
  browser.socket.accept();
  browser.fire();
  assert.deepEqual(browser.socket.sent, [{ t: "ping" }]);
  browser.fire();
  assert.deepEqual(connections, ["online", "waiting"]);
});

test("an answer keeps the connection", () => {
  browser.socket.accept();
  browser.fire();
  browser.socket.receive({ t: "pong" });
  assert.deepEqual(connections, ["online"]);
  assert.deepEqual([...browser.timers.values()].map(({ ms }) => ms), [15000]);
});

test("a connection that was given up says nothing more", () => {
  const first = browser.socket;
  first.accept();
  browser.fire();
  browser.fire();
  first.receive({ t: "pong" });
  assert.deepEqual(frames, []);
});

test("closing ends it for good", () => {
  browser.socket.accept();
  socket.close();
  assert.deepEqual(connections, ["online", "closed"]);
  assert.equal(browser.timers.size, 0);
});

test("a socket that was opened while the page loaded is taken over with all that it has heard", async () => {
  const early = Object.assign(new FakeBrowser().connect(), { url: "ws://early", readyState: 1 });
  const scope = /** @type {any} */ (globalThis);
  scope.window = globalThis;
  scope.earlySocket = { socket: early, events: [{ data: '{"t":"pong"}' }] };
  const taken = new Socket("ws://early", {
    onFrame: (frame) => frames.push(frame),
    onConnection: (connection) => connections.push(connection),
  });
  taken.open();
  assert.deepEqual(frames, []);
  await Promise.resolve();
  assert.deepEqual([frames, connections], [[{ t: "pong" }], ["online"]]);
  assert.equal(taken.send({ t: "sync" }), true);
  assert.deepEqual(early.sent, [{ t: "sync" }]);
  assert.equal(scope.earlySocket, undefined);
  taken.close();
});
