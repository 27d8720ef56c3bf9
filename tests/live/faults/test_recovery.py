"""A database is lost, and comes back as it was at a moment, from a copy and an archive."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests import manage
from tests.live.conftest import Visit, start
from tests.live.faults.archive import Archive
from tests.live.faults.databases import own_postgres
from tests.live.faults.duels import by_hand
from tests.live.faults.records import verify
from tests.live.racer import Frame, Racer
from tests.live.wins import win
from tests.processes import Launch, Site
from tests.stores import Stores

pytestmark = pytest.mark.needs_postgres_programs


@pytest.fixture
def archive() -> Iterator[Archive]:
    """Provide a server with an archive."""
    with own_postgres() as server:
        archive = Archive(server)
        archive.begin()
        yield archive


@pytest.fixture
def site(archive: Archive, tmp_path: Path, stores: Stores) -> Iterator[Site]:
    """Provide a site on this server, of one process."""
    environment = {"DATA_DIR": str(tmp_path), "DATABASE_URL": archive.server.url}
    manage.run(environment, "migrate", "--verbosity", "0")
    site = Launch(tmp_path, stores).at(environment, ["daphne"])
    yield site
    # Its log tells of the lost database.
    site.operator.end()
    for process in site.processes:
        process.end()


def race_of_two(site: Site, visit: Visit, game: str) -> tuple[str, Racer, Racer, list[str]]:
    """Start a race, and return its code, its players and the moves that win it."""
    known = win(game)
    code = site.manage("race", known.rules, "--deal", known.deal, "--countdown", "3").strip()
    alice, bob = visit(site.urls[0]), visit(site.urls[0])
    for racer in (alice, bob):
        racer.join(code)
        racer.connect(code)
    start([alice, bob])
    return code, alice, bob, by_hand(known)


def end(bob: Racer) -> Frame:
    """End the second player's run, and with it the race."""
    bob.send(t="end")
    return bob.race(state="over")


@pytest.mark.promised
def test_everything_up_to_a_moment_comes_back_and_nothing_after_it(
    archive: Archive, site: Site, visit: Visit
) -> None:
    # Long: the life of a site, in which each step needs the one before.
    _code, alice, bob, moves = race_of_two(site, visit, "applegate")
    copying = threading.Thread(target=archive.copy_files)
    copying.start()
    alice.play(moves)
    copying.join()
    first = end(bob)
    code, carol, dave, others = race_of_two(site, visit, "beleaguered-castle")
    half = len(others) // 2
    carol.play(others[:half])

    moment = archive.moment()
    carol.play(others[half:-1], half + 1)
    with psycopg.connect(archive.server.url) as connection:
        connection.execute("DROP TABLE games_action CASCADE")
    archive.hand_over()
    site.operator.end()
    site.processes[0].end()
    archive.recover(moment)
    site.restart(0)

    carol.connect(code)
    assert carol.board(0)["n"] == half
    carol.play(others[half:], half + 1)
    dave.connect(code)
    second = end(dave)
    # The races are on the same cards, so neither has a record before both are over.
    verify(first, bob, {0: moves, 1: ["end"]})
    verify(second, dave, {0: others, 1: ["end"]})
