"""Peers under the same load: `python -m tests.benchmarks.load.peers`, with Node.js and npm.

Installs their public packages, pinned, into a temporary folder. Each plays the cheapest game there
is for it, five to a match, in memory: nothing is stored and no rule of ours is known.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from tests.benchmarks.load.figures import HEAD, Row
from tests.benchmarks.load.servers import LOAD_CORE, LOCAL, SERVER_CORE, START_SECONDS
from tests.processes import free_port

SOURCES: Final = Path(__file__).parent / "node"
PEERS: Final = ("boardgame", "colyseus")
MATCHES: Final = 100
SECONDS: Final = 10


def measure(peer: str, folder: Path) -> Row:
    """A row of the table for one peer: closed loops at maximal pace."""
    port = str(free_port())
    server = subprocess.Popen(
        ["node", f"{peer}.js", "server", port], cwd=folder, stdout=subprocess.DEVNULL
    )
    try:
        os.sched_setaffinity(server.pid, {SERVER_CORE})
        _wait(int(port))
        load = subprocess.run(
            ["node", f"{peer}.js", "load", port, str(MATCHES), str(SECONDS)],
            cwd=folder,
            stdout=subprocess.PIPE,
            check=True,
            timeout=120,
        )
    finally:
        server.terminate()
        server.wait()
    found = json.loads(load.stdout)
    return Row(
        f"{peer}, {MATCHES} matches of 5, in memory",
        "",
        f"{found['rate']:,.0f}/s, p50 {found['p50']:.1f}, p99 {found['p99']:.1f} ms; "
        f"load {found['load']:.0%} of a core",
        load=found["load"],
    )


def _wait(port: int) -> None:
    """Wait until the server takes connections; what it says to a plain request differs."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        try:
            socket.create_connection((LOCAL, port), timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(f"nothing listens at port {port}")


def main() -> None:
    """Install, measure, print."""
    os.sched_setaffinity(0, {LOAD_CORE})
    sys.stdout.write(HEAD)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "peers"
        shutil.copytree(SOURCES, folder)
        subprocess.run(["npm", "install", "--no-audit", "--no-fund"], cwd=folder, check=True)
        for peer in PEERS:
            sys.stdout.write(f"{measure(peer, folder)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
