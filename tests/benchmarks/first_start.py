"""The first minutes of a fresh `make play`: `python -m tests.benchmarks.first_start`.

It starts the site on a database of its own, asks for the start page once, waits until the worker
has nothing left to do, and prints the processor time that all its processes took.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.request
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.benchmarks.load.servers import Server
from tests.processes import free_port

ROOT: Final = Path(__file__).parents[2]

QUIET_S: Final = 20
"""The site is idle once its processes took less than a tenth of this for so long."""

LONGEST_S: Final = 1800


def main() -> None:
    with TemporaryDirectory() as folder:
        port = free_port()
        environment = {**os.environ, "DATABASE_URL": "", "REDIS_URL": ""}
        environment["DATA_DIR"] = folder
        began = time.monotonic()
        line = [sys.executable, "manage.py", "play", "--port", str(port)]
        site = subprocess.Popen(line, cwd=ROOT, env=environment)
        try:
            _wait_for(f"http://127.0.0.1:{port}/", site)
            sys.stdout.write(f"answers after {time.monotonic() - began:.1f} s\n")
            used, idle_after = _until_idle(site)
        finally:
            site.terminate()
            site.wait(30)
    sys.stdout.write(f"idle after {idle_after - began:.0f} s; processor time {used:.0f} s\n")


def _wait_for(url: str, site: subprocess.Popen[bytes]) -> None:
    while site.poll() is None:
        try:
            with closing(urllib.request.urlopen(url, timeout=60)):
                return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("The site ended before it answered.")


def _until_idle(site: subprocess.Popen[bytes]) -> tuple[float, float]:
    """Return the processor seconds used until nothing happens, and the instant of that."""
    until = time.monotonic() + LONGEST_S
    server = Server("", site.pid)
    marks = [(time.monotonic(), server.cpu())]
    while time.monotonic() < until:
        time.sleep(1)
        marks.append((time.monotonic(), server.cpu()))
        then, before = next(mark for mark in marks if mark[0] > marks[-1][0] - QUIET_S - 1)
        if marks[-1][0] - then >= QUIET_S and marks[-1][1] - before < QUIET_S / 10:
            return before, then
    raise SystemExit(f"Still busy after {LONGEST_S} s.")


if __name__ == "__main__":
    main()
