"""Clients that read nothing of what they ask for, on a server that waits until they have."""

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
"""Seconds in which a client that does not read is cut off, and in which a process ends."""


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


def test_a_process_ends_in_order_whoever_does_not_read(
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
    # This fails if the process has anything to complain about.
    site.processes[0].stop()
    assert time.monotonic() - asked < PATIENCE
    assert {alice.closed(), bob.closed()} == {CLOSE_RESTART}
    # What has come in was answered before.
    assert alice.frames_of("board")[-1]["n"] == 1


def flood(deaf: Racer, code: str, reader: Racer) -> None:
    """Have a watcher ask for far more than may be on its way; the other reads the same."""
    deaf.connect(code, deaf=True, line=narrow_line(deaf.url))
    reader.race(watchers=1)
    for _ in range(400):
        with suppress(ConnectionClosed):
            deaf.send(t="sync")
        reader.send(t="sync")
        reader.board(0)


def narrow_line(url: str) -> socket.socket:
    """A line into which little fits that is not read, so that a server that minds has to wait."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    line.connect(("127.0.0.1", urlsplit(url).port))
    return line
