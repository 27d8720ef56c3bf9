"""Races start, move and end while the processes cannot notify each other."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.live.conftest import Running, Seats, Visit
from tests.live.faults.conftest import Grown
from tests.live.faults.duels import SOON, Duel, by_hand, settle
from tests.live.faults.records import verify
from tests.live.wins import win
from tests.processes import Process

pytestmark = [pytest.mark.needs_postgres_programs, pytest.mark.needs_redis_server]

LATE = 3000
"""Milliseconds after the start by which every player has the deal, even on a busy machine."""


def test_a_race_starts_and_ends_at_all_processes_without_redis(
    grown: Grown, seat: Seats, visit: Visit
) -> None:
    known = win("applegate")
    code, racers = seat(grown.site, known)
    grown.redis.crash()
    for racer in racers:
        racer.send(t="ready", ready=True)
    for racer in racers:
        assert racer.board(0)["ms"] < LATE
        racer.patience = SOON
    alice, bob = racers
    duel = Duel(code, alice, bob, by_hand(known))
    duel.rehearse()
    duel.win()
    duel.is_told()
    settle([duel])
    alice.race(state="over")

    grown.redis.start()
    watchers = [visit(url) for url in grown.site.urls]
    for watcher in watchers:
        watcher.connect(code)
    # Each process counts its own watchers, and learns of others from notes.
    for racer in racers:
        racer.race(watchers=2)


def test_a_move_whose_note_was_lost_is_shown_all_the_same(grown: Grown, running: Running) -> None:
    known, _, (alice, bob) = running(grown.site, "applegate")
    alice.play(known.moves[:3])
    bob.seat(0, moves=3)
    with frozen(grown.site.processes[1]):
        grown.redis.crash()
        grown.redis.start()
        alice.act(4, known.moves[3])
        while not grown.redis.has_been_asked_for_members():
            time.sleep(0.05)
    bob.patience = SOON
    bob.seat(0, moves=4)
    for racer in (alice, bob):
        racer.send(t="end")
    verify(bob.race(state="over"), bob, {0: [*known.moves[:4], "end"], 1: ["end"]})


@contextmanager
def frozen(process: Process) -> Iterator[None]:
    """Suspend a process for the length of the block."""
    assert process.child is not None
    process.child.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        process.child.send_signal(signal.SIGCONT)
