"""Failures outside the site: the network and the disk."""

from __future__ import annotations

import resource
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.live.conftest import Seats, start
from tests.live.faults.conftest import Cast
from tests.live.faults.player import Player, check, rehearsal
from tests.live.faults.proxy import FailingProxy
from tests.live.wins import win
from tests.processes import Launch, Site

FULL = 64 * 1024
"""Bytes that a file may hold on a full disk: enough for a log, not for a database."""


def test_a_stalled_network_costs_one_reconnect_and_delays_no_one_else(
    site: Site, seat: Seats
) -> None:
    known = win("agnes-sorel")
    code, (alice, bob) = seat(site, known)
    actions = rehearsal(known)
    with closing(FailingProxy(site.urls[0])) as proxy:
        alice.url = proxy.url
        alice.connect(code)
        start([alice, bob])
        alice.patience = 3.0
        stalled = Player(alice, code, 0, actions, site.urls).start()
        other = Player(bob, code, 1, actions, site.urls).start()
        stalled.reaches(20)
        proxy.stall()
        other.reaches(len(actions))
        check([stalled, other])
    assert stalled.told == [0]
    assert other.told == []


def test_a_full_disk_refuses_moves_and_loses_nothing(launch: Launch, cast: Cast) -> None:
    site = launch()
    players = cast(site, rest_at=90)
    for player in players:
        player.reaches(10)
    child = site.processes[0].child
    assert child is not None
    soft, hard = resource.prlimit(child.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(child.pid, resource.RLIMIT_FSIZE, (FULL, hard))
    while not all("not-stored" in player.told for player in players):
        for player in players:
            assert player.acknowledged < 90
    resource.prlimit(child.pid, resource.RLIMIT_FSIZE, (soft, hard))
    for player in players:
        player.rest_at = -1
    check(players)
    with closing(sqlite3.connect(Path(site.environment["DATA_DIR"]) / "db.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
