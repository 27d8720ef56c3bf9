// A client without packages: `node racer.mjs URL TOKEN CODE MOVE…` joins a race and plays moves.
//
// It shows that the API leans on no language: HTTP by `fetch`, the race by Node's own WebSocket,
// which sends no Authorization header and so comes with a ticket.

const [url, token, code, ...moves] = process.argv.slice(2);

async function ask(address, sent) {
  for (;;) {
    try {
      const answer = await fetch(`${url}/api/v1/${address}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: sent && JSON.stringify(sent),
      });
      if (answer.status >= 500) throw new Error(String(answer.status));
      const said = await answer.json();
      if (!answer.ok) throw Object.assign(new Error(said.detail), { final: true });
      return said;
    } catch (error) {
      if (error.final) throw error;
      await pause(500);
    }
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Play over one connection; return whether the run is over. */
async function playOn() {
  const { ticket } = await ask("me/tickets");
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws/race/${code}/?ticket=${ticket}`);
  return new Promise((resolve) => {
    let you = null;
    socket.onclose = () => resolve(false);
    socket.onerror = () => resolve(false);
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data);
      if (frame.t === "ping") socket.send(JSON.stringify({ t: "pong", k: frame.k }));
      if (frame.t === "race") you = frame.you;
      if (frame.t === "refused") console.error(frame.code, frame.detail);
      if (frame.t !== "board" || frame.seat !== you) return;
      // The board is the acknowledgement, and says which move comes next.
      console.log(frame.n);
      if (frame.board.outcome === "won") {
        socket.onclose = null;
        socket.close();
        resolve(true);
      } else {
        socket.send(JSON.stringify({ t: "act", n: frame.n + 1, a: moves[frame.n] }));
      }
    };
  });
}

await ask(`races/${code}/join`);
await ask(`races/${code}/ready`, { ready: true });
while (!(await playOn())) await pause(500);
