import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { LOGGED_OUT } from "../../frontend/src/net/messages.js";
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

/** What the timers that run wait for. */
function waits() {
  return [...browser.timers.values()].map(({ ms }) => ms);
}

test("a server frame is passed on", () => {
  browser.socket.accept();
  browser.socket.receive({ t: "pong" });
  assert.deepEqual(frames, [{ t: "pong" }]);
});

test("a frame in parts is passed on whole, and what a broken connection left of one isn't", () => {
  browser.socket.accept();
  browser.socket.receive({ t: "part", text: '{"t":"po', more: true });
  browser.socket.receive({ t: "part", text: 'ng"}', more: false });
  assert.deepEqual(frames, [{ t: "pong" }]);
  browser.socket.receive({ t: "part", text: '{"t":"po', more: true });
  browser.socket.fail(1006);
  browser.fire();
  browser.socket.accept();
  browser.socket.receive({ t: "part", text: '{"t":"pong"}', more: false });
  assert.deepEqual(frames, [{ t: "pong" }, { t: "pong" }]);
});

test("a frame of an unknown type is ignored", () => {
  browser.socket.accept();
  browser.socket.receive({ t: "weather" });
  assert.deepEqual(frames, []);
});

test("a server's probe is answered and not passed on", () => {
  browser.socket.accept();
  browser.socket.receive({ t: "ping", k: 7 });
  assert.deepEqual(browser.socket.sent, [{ t: "pong", k: 7 }]);
  assert.deepEqual(frames, []);
});

test("nothing is sent before the connection stands, and the caller is told", () => {
  assert.equal(socket.send({ t: "sync" }), false);
  assert.deepEqual(browser.socket.sent, []);
});

test("a broken connection is retried with back-off", () => {
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

test("a server that accepts and only refuses is retried with back-off", () => {
  const delays = [];
  for (let i = 0; i < 3; i += 1) {
    browser.socket.accept();
    browser.socket.receive({ t: "refused", n: null, code: "unavailable", detail: "Try again." });
    browser.socket.fail(4500);
    delays.push(browser.fire());
  }
  assert.deepEqual(delays, [500, 1000, 2000]);
});

/** Lets the page in and serves it. */
function serve() {
  browser.socket.accept();
  browser.socket.receive({ t: "pong" });
}

test("each change of the connection is told", () => {
  serve();
  browser.socket.fail(1006);
  browser.fire();
  serve();
  assert.deepEqual(connections, ["online", "waiting", "online"]);
});

for (const code of [4400, 4404, 4409, 4426, 4429]) {
  test(`after ${code} no attempt is made`, () => {
    browser.socket.fail(code);
    assert.deepEqual(connections, [["closed", code]]);
    assert.equal(browser.timers.size, 0);
  });

  test(`after ${code} a network that comes back changes nothing`, () => {
    browser.socket.fail(code);
    socket.wake();
    assert.equal(browser.sockets.length, 1);
    assert.equal(browser.timers.size, 0);
  });
}

for (const code of [1006, 1012, 4408, 4425, 4500, 4503]) {
  test(`after ${code} another attempt is made`, () => {
    browser.socket.fail(code);
    assert.deepEqual(connections, ["waiting"]);
    assert.equal(browser.timers.size, 1);
  });
}

test("an ended session is retried a few times, then given up", () => {
  const delays = [];
  for (let i = 0; i < 4; i += 1) {
    browser.socket.accept();
    browser.socket.fail(LOGGED_OUT);
    delays.push(browser.fire());
  }
  browser.socket.fail(LOGGED_OUT);
  assert.deepEqual(delays, [500, 1000, 2000, 4000]);
  assert.deepEqual(connections.at(-1), ["closed", LOGGED_OUT]);
  assert.equal(browser.timers.size, 0);
});

test("a new session resets the count", () => {
  for (let i = 0; i < 12; i += 1) {
    browser.socket.fail(LOGGED_OUT);
    browser.fire();
    browser.socket.accept();
    if (i % 3 === 2) browser.socket.receive({ t: "pong" });
  }
  assert.equal(browser.timers.size, 1);
  assert.ok(!connections.some((connection) => Array.isArray(connection)));
});

for (const way of /** @type {const} */ (["open", "wake"])) {
  test(`${way} connects at once while it waits`, () => {
    browser.socket.fail(1006);
    socket[way]();
    assert.equal(browser.sockets.length, 2);
    assert.deepEqual(waits(), [10000]);
  });
}

test("a hanging attempt is abandoned for the next", () => {
  const [hung] = browser.sockets;
  assert.equal(browser.fire(), 10000);
  assert.deepEqual(connections, ["waiting"]);
  assert.equal(hung?.readyState, 3);
  assert.equal(browser.fire(), 500);
  assert.equal(browser.sockets.length, 2);
  browser.fire();
  assert.deepEqual(waits(), [1000]);
});

test("a successful attempt never times out", () => {
  browser.socket.accept();
  assert.deepEqual(waits(), [15000]);
});

test("a network that comes back takes the place of an attempt that hangs", () => {
  const [hung] = browser.sockets;
  socket.wake();
  assert.equal(browser.sockets.length, 2);
  assert.equal(hung?.readyState, 3);
  assert.deepEqual(waits(), [10000]);
});

test("late events of an abandoned attempt change nothing", () => {
  const [hung] = browser.sockets;
  socket.wake();
  hung?.accept();
  hung?.receive({ t: "pong" });
  hung?.fail(4404);
  assert.deepEqual([frames, connections], [[], []]);
  browser.socket.accept();
  assert.equal(socket.send({ t: "sync" }), true);
  assert.deepEqual([hung?.sent, browser.socket.sent], [[], [{ t: "sync" }]]);
});

test("when the network returns, an open connection is probed at once, and kept if it answers", () => {
  browser.socket.accept();
  socket.wake();
  assert.deepEqual(browser.socket.sent, [{ t: "ping" }]);
  assert.deepEqual(waits(), [10000]);
  browser.socket.receive({ t: "pong" });
  assert.deepEqual(waits(), [15000]);
  assert.deepEqual(connections, ["online"]);
});

test("a server that accepts and only refuses does not count as connected", () => {
  for (const code of [4500, LOGGED_OUT]) {
    browser.socket.accept();
    browser.socket.receive({ t: "refused", n: null, code: "unavailable", detail: "Try again." });
    browser.socket.fail(code);
    browser.fire();
  }
  assert.deepEqual(connections, ["waiting", "waiting"]);
});

test("a silent server is asked, then given up", () => {
  serve();
  browser.fire();
  assert.deepEqual(browser.socket.sent, [{ t: "ping" }]);
  browser.fire();
  assert.deepEqual(connections, ["online", "waiting"]);
});

test("an answer to the probe keeps the connection", () => {
  browser.socket.accept();
  browser.fire();
  browser.socket.receive({ t: "pong" });
  assert.deepEqual(connections, ["online"]);
  assert.deepEqual(waits(), [15000]);
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
  serve();
  socket.close();
  socket.wake();
  assert.deepEqual(connections, ["online", "closed"]);
  assert.equal(browser.sockets.length, 1);
  assert.equal(browser.timers.size, 0);
});

test("a socket opened while the page loaded is taken over with its buffered frames", async () => {
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
