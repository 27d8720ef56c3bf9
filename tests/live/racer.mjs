// A client without packages: `node racer.mjs URL TOKEN CODE MOVE…` joins a race and plays moves.
//
// It shows that the API leans on no language: HTTP by `fetch`, the race by Node's own WebSocket,
// which sends no Authorization header and so comes with a ticket. It comes back as
// docs/reference/protocol.md says.

const [url, token, code, ...moves] = process.argv.slice(2);

/** The refusals after which an action is sent again. */
const LATER = new Set(["too-fast", "too-many", "not-stored", "unavailable", "internal", "gap"]);
/** The close codes after which connecting again is no use. */
const FINAL = new Set([4400, 4401, 4404, 4409, 4426, 4429]);
const CONNECT_MS = 10_000;
const QUIET_MS = 15_000;
const PONG_MS = 10_000;

/** Return the milliseconds to wait after so many failures; half of them are random. */
const backOff = (failures) =>
  Math.min(15_000, 500 * 2 ** Math.min(failures, 5)) * (1 - Math.random() / 2);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function stop(why) {
  console.error(why);
  process.exit(1);
}

async function ask(address, sent) {
  for (let failures = 0; ; failures += 1) {
    try {
      const answer = await fetch(`${url}/api/v1/${address}`, {
        method: "POST",
        redirect: "manual",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: sent && JSON.stringify(sent),
      });
      const said = await answer.json().catch(() => ({ detail: `${answer.status} at ${address}` }));
      if (answer.ok) return said;
      if (answer.status < 500 && answer.status !== 429) stop(said.detail);
      await pause(1000 * Number(answer.headers.get("Retry-After")));
    } catch (error) {
      console.error(String(error));
    }
    await pause(backOff(failures));
  }
}

/** Play over one connection until it ends; return whether it brought anything but refusals. */
async function playOn() {
  const { ticket } = await ask("me/tickets");
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws/race/${code}/?v=1&ticket=${ticket}`);
  const say = (frame) => socket.send(JSON.stringify(frame));
  return new Promise((resolve) => {
    let you = null;
    let wasUseful = false;
    let stored = 0;
    let postponed = 0;
    let sync;
    let watch = setTimeout(leave, CONNECT_MS);

    // Not the close event: over a dead connection it would be late.
    function leave() {
      socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
      clearTimeout(watch);
      clearTimeout(sync);
      socket.close();
      resolve(wasUseful);
    }

    function heard() {
      clearTimeout(watch);
      watch = setTimeout(() => {
        say({ t: "ping" });
        watch = setTimeout(leave, PONG_MS);
      }, QUIET_MS);
    }

    function play(frame) {
      // The board is the acknowledgement, and says which move comes next.
      console.log(frame.n);
      if (frame.n > stored) postponed = 0;
      stored = frame.n;
      if (frame.board.outcome === "won") process.exit(0);
      if (frame.n >= moves.length) stop("No move is left to play.");
      // Another comes for the `sync` that a refusal has put off.
      if (sync === undefined) say({ t: "act", n: frame.n + 1, a: moves[frame.n] });
    }

    function refuse(frame) {
      // The close that follows says to come back.
      if (frame.code === "too-soon") return;
      if (!LATER.has(frame.code)) stop(`${frame.code}: ${frame.detail}`);
      if (frame.code === "too-many") postponed = Math.max(postponed, 2);
      const ms = frame.retry_after ?? backOff(postponed++);
      sync ??= setTimeout(() => {
        sync = undefined;
        say({ t: "sync" });
      }, ms);
    }

    socket.onopen = heard;
    socket.onerror = leave;
    socket.onclose = (event) => {
      if (FINAL.has(event.code)) stop(`The site closed the socket for good: ${event.code}.`);
      leave();
    };
    socket.onmessage = ({ data }) => {
      heard();
      const frame = JSON.parse(data);
      wasUseful ||= frame.t !== "refused";
      if (frame.t === "ping") say({ t: "pong", k: frame.k });
      if (frame.t === "refused") refuse(frame);
      if (frame.t === "race") {
        you = frame.you;
        const state = frame.seats.find(({ seat }) => seat === you)?.state ?? "without a seat";
        if (state === "won") process.exit(0);
        if (state !== "waiting" && state !== "playing") stop(`The run is ${state}.`);
      }
      if (frame.t === "board" && frame.seat === you) play(frame);
    };
  });
}

await ask(`races/${code}/join`);
await ask(`races/${code}/ready`, { ready: true });
for (let failures = 0; ; failures += 1) {
  if (await playOn()) failures = 0;
  await pause(backOff(failures));
}
