"""The site runs on every documented server, and every connection ends cleanly."""

from __future__ import annotations

import signal
import socket

import pytest

from games.live.connections import CLOSE_RESTART
from tests.live.conftest import Seats, Visit
from tests.live.wins import win
from tests.processes import SERVERS, Launch

MESSAGE_TOO_BIG = 1009


@pytest.mark.parametrize("server", SERVERS)
def test_sockets_that_close_break_or_stay_leave_no_fault_behind(
    launch: Launch, seat: Seats, visit: Visit, server: str
) -> None:
    site = launch(server=server)
    known = win("agnes-sorel")
    code, (alice, bob) = seat(site, known)
    watchers = [visit(site.urls[0]) for _ in range(3)]
    for watcher in watchers:
        watcher.connect(code)
        watcher.race()
    for racer in (alice, bob):
        racer.send(t="ready", ready=True)
    for racer in (alice, bob):
        racer.board(0)
    watchers[0].close()
    watchers[1].socket.socket.shutdown(socket.SHUT_RDWR)
    # A move is in flight when its player's connection breaks; it is stored all the same.
    bob.play(known.moves[:3])
    bob.send(t="act", n=4, a=known.moves[3])
    bob.socket.socket.shutdown(socket.SHUT_WR)
    bob.connect(code)
    assert bob.board(3)["n"] in (3, 4)
    alice.play(known.moves[:3])
    # This fails if the process does not end, or logs a fault.
    site.processes[0].stop()
    assert {alice.closed(), watchers[2].closed()} == {CLOSE_RESTART}


def test_an_ignored_signal_closes_no_socket(launch: Launch, visit: Visit) -> None:
    # Scripts start background jobs this way: Ctrl-C is meant for others.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        site = launch()
    finally:
        signal.signal(signal.SIGINT, before)
    racer, known = visit(site.urls[0]), win("agnes-sorel")
    racer.practise(known)
    child = site.processes[0].child
    assert child is not None
    child.send_signal(signal.SIGINT)
    assert racer.play(known.moves[:20])["n"] == 20


@pytest.mark.parametrize("server", SERVERS)
def test_a_message_that_is_far_too_long_is_not_read(
    launch: Launch, visit: Visit, server: str
) -> None:
    site = launch(server=server)
    racer = visit(site.urls[0])
    racer.connect(site.manage("race", "applegate").strip())
    racer.race()
    racer.socket.send("x" * 5000)
    # Daphne breaks the connection without a close frame.
    assert racer.closed() in (MESSAGE_TOO_BIG, None)
    assert racer.frames_of("refused") == []
