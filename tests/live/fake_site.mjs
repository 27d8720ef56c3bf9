// Stands in for the site before racer.mjs: `node --import ./fake_site.mjs racer.mjs …`.
//
// It plays the steps in STEPS with a clock of its own, then prints as JSON what the racer did and
// when. No chance: every wait is the longest.

import { writeSync } from "node:fs";

const done = [];
const timers = new Map();
let now = 0;
let serial = 0;
let socket = null;

const exit = process.exit;
const turn = () => new Promise((resolve) => setImmediate(resolve));
const note = (what) => done.push([now, what]);

function finish() {
  writeSync(1, JSON.stringify(done));
  exit(0);
}

Math.random = () => 0;
console.log = () => {};
console.error = note;
globalThis.setTimeout = (act, ms = 0) => {
  serial += 1;
  timers.set(serial, { at: now + ms, act });
  return serial;
};
globalThis.clearTimeout = (id) => timers.delete(id);
globalThis.fetch = async () => Response.json({ ticket: "T" });
globalThis.WebSocket = class {
  constructor() {
    socket = this;
    note("connect");
  }

  send(text) {
    note(JSON.parse(text));
  }

  close() {
    note("close");
  }
};
process.exit = (code) => {
  note(`exit ${code}`);
  finish();
};

async function pass(ms) {
  const end = now + ms;
  for (;;) {
    await turn();
    const [next] = [...timers].sort(([, one], [, other]) => one.at - other.at);
    if (next === undefined || next[1].at > end) break;
    timers.delete(next[0]);
    now = next[1].at;
    next[1].act();
  }
  now = end;
}

async function play(steps) {
  while (socket === null) await turn();
  for (const step of steps) {
    if (typeof step === "number") await pass(step);
    else if (step === "open") socket.onopen?.();
    else if (step === "error") socket.onerror?.();
    else if (step.close) socket.onclose?.({ code: step.close });
    else socket.onmessage?.({ data: JSON.stringify(step) });
    await turn();
  }
  finish();
}

play(JSON.parse(process.env.STEPS));
