"""The first minutes of a fresh `make play`: `python -m tests.benchmarks.first_start`.

It starts the site on a database of its own, asks for the start page once, waits until the worker
has nothing left to do, and tells the processor time that all its processes took.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.request
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from games.management.progress import Progress
from tests.benchmarks.load.servers import Server
from tests.benchmarks.report import Row, benchmark
from tests.processes import free_port

ROOT: Final = Path(__file__).parents[2]

QUIET_S: Final = 20
"""The site is idle once its processes took less than a tenth of this for so long."""

LONGEST_S: Final = 1800


def rows(asked: Namespace, progress: Progress) -> Iterator[Row]:
    """Yield when the site answers, and when it is idle; progress counts the seconds."""
    with TemporaryDirectory() as folder:
        port = free_port()
        environment = {**os.environ, "DATABASE_URL": "", "REDIS_URL": ""}
        environment["DATA_DIR"] = folder
        began = time.monotonic()
        line = [sys.executable, "manage.py", "play", "--port", str(port)]
        # What it says on its output is no row.
        site = subprocess.Popen(line, cwd=ROOT, env=environment, stdout=sys.stderr)
        try:
            _wait_for(f"http://127.0.0.1:{port}/", site)
            yield {"a fresh site": "answers", "after s": time.monotonic() - began}
            progress.begin("Seconds until it is idle")
            used, idle_after = _until_idle(site, progress)
        finally:
            site.terminate()
            site.wait(30)
        after = idle_after - began
        yield {"a fresh site": "is idle", "after s": after, "processor s": used}


def _wait_for(url: str, site: subprocess.Popen[bytes]) -> None:
    while site.poll() is None:
        try:
            with closing(urllib.request.urlopen(url, timeout=60)):
                return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("The site ended before it answered.")


def _until_idle(site: subprocess.Popen[bytes], progress: Progress) -> tuple[float, float]:
    """Return the processor seconds used until nothing happens, and the instant of that."""
    until = time.monotonic() + LONGEST_S
    server = Server("", site.pid)
    marks = [(time.monotonic(), server.cpu())]
    while time.monotonic() < until:
        time.sleep(1)
        progress.step()
        marks.append((time.monotonic(), server.cpu()))
        then, before = next(mark for mark in marks if mark[0] > marks[-1][0] - QUIET_S - 1)
        if marks[-1][0] - then >= QUIET_S and marks[-1][1] - before < QUIET_S / 10:
            return before, then
    raise SystemExit(f"Still busy after {LONGEST_S} s.")


if __name__ == "__main__":
    sys.exit(benchmark(__doc__, rows))
