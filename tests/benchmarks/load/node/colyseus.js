// The cheapest room on Colyseus: no rules, no state; each move is sent to all five, in memory.
// node colyseus.js server PORT | node colyseus.js load PORT MATCHES SECONDS

const SEATS = 5;
const NAME = "counter";

async function serve(port) {
    const { Server, Room } = require("@colyseus/core");
    const { WebSocketTransport } = require("@colyseus/ws-transport");
    class Counter extends Room {
        onCreate() {
            this.maxClients = SEATS;
            this.onMessage("move", (client, message) => {
                client.send("done", message);
                this.broadcast("moved", message, { except: client });
            });
        }
    }
    const server = new Server({ transport: new WebSocketTransport(), greet: false });
    server.define(NAME, Counter).filterBy(["match"]);
    await server.listen(Number(port), "127.0.0.1");
    console.log("ready");
}

function load(port, matches, seconds) {
    const { Client } = require("colyseus.js");
    const { measure } = require("./measure.js");
    measure(matches, SEATS, seconds, (match, seat, answered) => {
        let room;
        const client = new Client(`ws://127.0.0.1:${port}`);
        const ready = client.joinOrCreate(NAME, { match }).then((joined) => {
            room = joined;
            room.onMessage("done", answered);
            room.onMessage("moved", () => {});
        });
        return { ready, act: () => room.send("move", { n: 17, a: "t3t5x2", seat }), leave: () => room.leave() };
    });
}

const [what, port, matches, seconds] = process.argv.slice(2);
if (what === "server") {
    serve(port);
} else {
    load(port, Number(matches), Number(seconds));
}
