"""The database and the channel layer go away and come back while races run."""

from __future__ import annotations

import time

import pytest

from games.live.connections import CLOSE_FAILED
from tests.live.faults.conftest import Cast, Grown
from tests.live.faults.player import LATER, check

pytestmark = [pytest.mark.needs_postgres_programs, pytest.mark.needs_redis_server]


def test_a_database_restart_costs_only_time(grown: Grown, cast: Cast) -> None:
    players = cast(grown.site)
    for player in players:
        player.reaches(20)
    grown.postgres.crash()
    grown.postgres.start()
    check(players)
    assert {said for player in players for said in player.told} <= {*LATER, 0}


@pytest.mark.parametrize("number", [0, 1])
def test_a_visitor_whose_session_cannot_be_read_is_asked_to_try_later(
    grown: Grown, cast: Cast, number: int
) -> None:
    [player, _] = cast(grown.site, rest_at=20)
    player.reaches(20)
    racer, process = player.racer, grown.site.processes[number]
    said = len(process.log.read_text())
    grown.postgres.crash()
    racer.url = process.url
    racer.connect(player.code)
    assert racer.refusal()["code"] == "unavailable"
    assert racer.closed() == CLOSE_FAILED
    grown.postgres.start()
    assert "Traceback" not in process.log.read_text()[said:]
    racer.connect(player.code)
    assert racer.board(20)["n"] == 20


def test_redis_may_be_gone_for_ten_seconds(grown: Grown, cast: Cast) -> None:
    players = cast(grown.site, rest_at=50)
    for player in players:
        player.reaches(20)
    grown.redis.crash()
    for player in players:
        # Moves are stored and answered all the same.
        player.reaches(50)
    time.sleep(10)
    grown.redis.start()
    for player in players:
        player.rest_at = -1
    check(players)
    assert [player.told for player in players] == [[], []]
