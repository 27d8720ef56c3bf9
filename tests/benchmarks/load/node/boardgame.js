// The cheapest game on boardgame.io: a counter that any of five players can raise, in memory.
// node boardgame.js server PORT | node boardgame.js load PORT MATCHES SECONDS

const SEATS = 5;
const NAME = "counter";

function serve(port) {
    const { Server } = require("boardgame.io/server");
    const { INVALID_MOVE } = require("boardgame.io/core");
    const game = {
        name: NAME,
        setup: () => ({ count: 0 }),
        turn: { activePlayers: { all: "play" }, stages: { play: {} } },
        moves: {
            raise: {
                move: ({ G }, by) => (by === 1 ? { count: G.count + 1 } : INVALID_MOVE),
                // As in a race, players don't wait for each other's moves.
                ignoreStaleStateID: true,
            },
        },
    };
    Server({ games: [game], origins: ["*"] }).run({ port: Number(port), callback: () => console.log("ready") });
}

function load(port, matches, seconds) {
    const { io } = require("socket.io-client");
    const { measure } = require("./measure.js");
    measure(matches, SEATS, seconds, (match, seat, answered) => {
        const socket = io(`http://127.0.0.1:${port}/${NAME}`, { transports: ["websocket"], forceNew: true });
        const matchID = `match-${match}`;
        const playerID = String(seat);
        let state = 0;
        const act = () =>
            socket.emit(
                "update",
                { type: "MAKE_MOVE", payload: { type: "raise", args: [1], playerID, credentials: undefined } },
                state,
                matchID,
                playerID,
            );
        socket.on("connect", () => socket.emit("sync", matchID, playerID, undefined, SEATS));
        const ready = new Promise((resolve) => socket.on("sync", resolve));
        socket.on("update", (_match, newState, log) => {
            state = newState._stateID;
            // Every move is sent to all players.
            if (log?.at(-1)?.action.payload.playerID === playerID) {
                answered();
            }
        });
        return { ready, act, leave: () => socket.close() };
    });
}

const [what, port, matches, seconds] = process.argv.slice(2);
if (what === "server") {
    serve(port);
} else {
    load(port, Number(matches), Number(seconds));
}
