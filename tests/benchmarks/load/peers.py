"""Other game servers under the same load: `python -m tests.benchmarks.load.peers [--seconds N]`.

It needs Node.js and npm, and installs their pinned public packages into a temporary folder. Each
plays the cheapest possible game, five to a match, in memory: nothing stored, none of our rules.
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
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from games.management.progress import Progress
from tests.benchmarks.load.figures import row
from tests.benchmarks.load.servers import LOAD_CORE, LOCAL, SERVER_CORE, START_SECONDS
from tests.benchmarks.report import Row, benchmark
from tests.processes import free_port

SOURCES: Final = Path(__file__).parent / "node"
PEERS: Final = ("boardgame", "colyseus")
MATCHES: Final = 100


def measure(peer: str, folder: Path, seconds: int) -> Row:
    """Measure one peer: closed loops at maximal pace."""
    port = str(free_port())
    server = subprocess.Popen(
        ["node", f"{peer}.js", "server", port], cwd=folder, stdout=subprocess.DEVNULL
    )
    try:
        os.sched_setaffinity(server.pid, {SERVER_CORE})
        _wait(int(port))
        load = subprocess.run(
            ["node", f"{peer}.js", "load", port, str(MATCHES), str(seconds)],
            cwd=folder,
            stdout=subprocess.PIPE,
            check=True,
            timeout=120,
        )
    finally:
        server.terminate()
        server.wait()
    found = json.loads(load.stdout)
    return row(
        f"{peer}, {MATCHES} matches of 5, in memory",
        "",
        f"{found['rate']:,.0f}/s, p50 {found['p50']:.1f}, p99 {found['p99']:.1f} ms; "
        f"load {found['load']:.0%} of a core",
        load=found["load"],
    )


def _wait(port: int) -> None:
    """Wait until the server accepts connections; peers answer plain requests differently."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        try:
            socket.create_connection((LOCAL, port), timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(f"nothing listens on port {port}")


def rows(asked: Namespace, progress: Progress) -> Iterator[Row]:
    """Install the peers, and yield a row for each."""
    os.sched_setaffinity(0, {LOAD_CORE})
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "peers"
        shutil.copytree(SOURCES, folder)
        install = ["npm", "install", "--no-audit", "--no-fund"]
        # What it says on its output is no row.
        subprocess.run(install, cwd=folder, check=True, stdout=sys.stderr)
        progress.begin("Measuring", len(PEERS))
        for peer in progress.over(PEERS):
            yield measure(peer, folder, asked.seconds)


if __name__ == "__main__":
    sys.exit(benchmark(__doc__, rows, seconds=10))
