// Closed loops: each player moves again as soon as its own move comes back.

async function measure(matches, seats, seconds, connect) {
    const latencies = [];
    const players = [];
    let counting = false;
    let stopped = false;
    for (let match = 0; match < matches; match += 1) {
        for (let seat = 0; seat < seats; seat += 1) {
            let sent = 0n;
            const player = connect(match, seat, () => {
                if (counting) {
                    latencies.push(Number(process.hrtime.bigint() - sent) / 1e6);
                }
                if (!stopped) {
                    sent = process.hrtime.bigint();
                    player.act();
                }
            });
            player.start = () => {
                sent = process.hrtime.bigint();
                player.act();
            };
            players.push(player);
        }
        await Promise.all(players.slice(-seats).map((player) => player.ready));
    }
    for (const player of players) {
        player.start();
    }
    await new Promise((resolve) => setTimeout(resolve, 2000));
    counting = true;
    const cpu = process.cpuUsage();
    const started = process.hrtime.bigint();
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const span = Number(process.hrtime.bigint() - started) / 1e9;
    const used = process.cpuUsage(cpu);
    counting = false;
    stopped = true;
    latencies.sort((a, b) => a - b);
    const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))] ?? 0;
    console.log(
        JSON.stringify({
            moves: latencies.length,
            rate: latencies.length / span,
            p50: at(0.5),
            p99: at(0.99),
            load: (used.user + used.system) / 1e6 / span,
        }),
    );
    process.exit(0);
}

module.exports = { measure };
