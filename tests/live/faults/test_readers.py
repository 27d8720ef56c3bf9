"""Clients that never read their answers, on a server whose writes wait for the reader."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed

from games.live.connections import CLOSE_RESTART
from tests.live.conftest import Running, Visit
from tests.live.faults.records import verify
from tests.live.racer import Racer
from tests.processes import Launch

PATIENCE = 15.0
"""Seconds within which a client that does not read is cut off, and a process ends."""


def test_a_client_that_never_reads_is_cut_off_on_uvicorn_too(
    launch: Launch, running: Running, visit: Visit
) -> None:
    site = launch(server="uvicorn", FRAMES_PER_CONNECTION="0", FRAMES_PER_PLAYER="0")
    known, code, (alice, bob) = running(site, "agnes-sorel")
    flood(visit(site.urls[0]), code, bob)
    assert bob.act(1, known.moves[0])["n"] == 1
    alice.patience = PATIENCE
    alice.race(watchers=1)
    alice.race(watchers=0)
    for racer in (alice, bob):
        racer.send(t="end")
    verify(bob.race(state="over"), bob, {0: ["end"], 1: [known.moves[0], "end"]})


def test_a_process_ends_cleanly_despite_a_client_that_never_reads(
    launch: Launch, running: Running, visit: Visit
) -> None:
    site = launch(
        server="uvicorn",
        FRAMES_PER_CONNECTION="0",
        FRAMES_PER_PLAYER="0",
        UVICORN_TIMEOUT_GRACEFUL_SHUTDOWN="5",
    )
    known, code, (alice, bob) = running(site, "agnes-sorel")
    flood(visit(site.urls[0]), code, bob)
    alice.send(t="act", n=1, a=known.moves[0])
    asked = time.monotonic()
    # This fails if the process logs a fault.
    site.processes[0].stop()
    assert time.monotonic() - asked < PATIENCE
    assert {alice.closed(), bob.closed()} == {CLOSE_RESTART}
    # Frames already received were answered first.
    assert alice.frames_of("board")[-1]["n"] == 1


def flood(deaf: Racer, code: str, reader: Racer) -> None:
    """Have a watcher request far more than may be in flight; the reader sends and reads alike."""
    deaf.connect(code, deaf=True, line=narrow_line(deaf.url))
    reader.race(watchers=1)
    for _ in range(400):
        with suppress(ConnectionClosed):
            deaf.send(t="sync")
        reader.send(t="sync")
        reader.board(0)


def narrow_line(url: str) -> socket.socket:
    """Connect with small buffers, so that the server soon waits for the reader."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    line.connect(("127.0.0.1", urlsplit(url).port))
    return line
