"""Connections to the database die while idle, or with an answer in flight."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import psycopg
import pytest

from tests.live.conftest import Running, Seats, start
from tests.live.faults.conftest import Grown
from tests.live.faults.proxy import FailingProxy
from tests.live.faults.records import verify
from tests.live.wins import win
from tests.processes import SERVERS, Launch
from tests.sampling import amount
from tests.stores import Stores

MOVES = amount(4, 6, 6)
STORED = b"COPY 1"
"""PostgreSQL's answer once an action is committed."""


@pytest.fixture
def cleanup() -> Iterator[ExitStack]:
    with ExitStack() as cleanup:
        yield cleanup


@pytest.mark.needs_postgres_programs
@pytest.mark.needs_redis_server
def test_the_first_move_after_all_connections_have_died_is_stored(
    grown: Grown, running: Running
) -> None:
    known, _, racers = running(grown.site, "agnes-sorel")
    for racer in racers:
        racer.play(known.moves[:2])
    for number in range(3, MOVES + 1):
        grown.postgres.cut_all()
        for racer in racers:
            assert racer.act(number, known.moves[number - 1])["n"] == number
    grown.postgres.cut_all()
    for racer in racers:
        racer.send(t="end")
    over = racers[0].race(state="over")
    assert [racer.frames_of("refused") for racer in racers] == [[], []]
    verify(over, racers[1], {key: [*known.moves[:MOVES], "end"] for key in (0, 1)})


@pytest.mark.needs_postgres_programs
@pytest.mark.needs_redis_server
def test_the_first_move_after_a_restart_of_the_database_is_stored(
    grown: Grown, running: Running
) -> None:
    known, _, racers = running(grown.site, "agnes-sorel")
    for racer in racers:
        racer.play(known.moves[:2])
    grown.postgres.crash()
    grown.postgres.start()
    for racer in racers:
        assert racer.act(3, known.moves[2])["n"] == 3
        racer.send(t="end")
    over = racers[0].race(state="over")
    assert [racer.frames_of("refused") for racer in racers] == [[], []]
    verify(over, racers[1], {key: [*known.moves[:3], "end"] for key in (0, 1)})


@pytest.mark.needs_postgres
@pytest.mark.needs_redis
@pytest.mark.parametrize("server", SERVERS)
def test_a_commit_whose_answer_was_lost_is_acknowledged_and_stored_once(
    stores: Stores, tmp_path: Path, cleanup: ExitStack, seat: Seats, server: str
) -> None:
    environment = stores.fresh("postgres", tmp_path, cleanup)
    direct = environment["DATABASE_URL"]
    proxy = cleanup.enter_context(closing(FailingProxy(direct)))
    behind = psycopg.conninfo.conninfo_to_dict(direct)
    address = f"postgres://{behind['user']}@127.0.0.1:{proxy.port}/{behind['dbname']}"
    launch = cleanup.enter_context(closing(Launch(tmp_path, stores)))
    site = launch.at({**environment, "DATABASE_URL": address}, [server])
    known = win("agnes-sorel")
    _, racers = seat(site, known)
    start(racers)
    for number in range(1, MOVES + 1):
        for racer in racers:
            proxy.lose(STORED)
            assert racer.act(number, known.moves[number - 1])["n"] == number
            assert proxy.has_lost
    for racer in racers:
        proxy.lose(STORED)
        racer.send(t="end")
        racer.seat(racers.index(racer), state="ended")
        assert proxy.has_lost
    over = racers[0].race(state="over")
    assert [racer.frames_of("refused") for racer in racers] == [[], []]
    verify(over, racers[1], {key: [*known.moves[:MOVES], "end"] for key in (0, 1)})
