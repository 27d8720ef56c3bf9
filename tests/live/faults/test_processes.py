"""Web processes are killed, or asked to end, while races run on them."""

from __future__ import annotations

import pytest

from games.live.connections import CLOSE_RESTART
from tests.live.conftest import Visit, start
from tests.live.faults.conftest import Cast, Grown
from tests.live.faults.player import check
from tests.live.faults.records import verify
from tests.live.test_intentions import before_collecting
from tests.live.wins import win


@pytest.mark.needs_postgres_programs
@pytest.mark.needs_redis_server
def test_a_process_killed_under_load_loses_nothing(grown: Grown, cast: Cast) -> None:
    players = cast(grown.site, count=4)
    for player in players:
        player.reaches(20)
    grown.site.kill(0)
    # All players continue at the remaining process, and then there are two again.
    for player in players:
        player.reaches(60)
    grown.site.restart(0)
    check(players)


@pytest.mark.needs_postgres_programs
@pytest.mark.needs_redis_server
def test_a_deploy_in_mid_race_costs_a_reconnect(grown: Grown, cast: Cast) -> None:
    players = cast(grown.site, count=4, rest_at=50)
    for number, process in enumerate(grown.site.processes):
        for player in players:
            player.reaches(20 + 40 * number)
        process.end()
        grown.site.restart(number)
        for player in players:
            player.rest_at = -1
    check(players)
    for player in players:
        # A process announces its end; while it is down, attempts to connect fail.
        assert set(player.told) in ({CLOSE_RESTART}, {CLOSE_RESTART, 0})
        assert player.told[0] == CLOSE_RESTART


@pytest.mark.needs_postgres_programs
@pytest.mark.needs_redis_server
def test_the_start_and_the_end_come_once_whichever_process_survives(
    grown: Grown, visit: Visit
) -> None:
    site, known = grown.site, win("beleaguered-castle")
    code = site.manage("race", known.rules, "--deal", known.deal, "--countdown", "3").strip()
    alice, bob = visit(site.urls[0]), visit(site.urls[1])
    for racer in (alice, bob):
        racer.sit_ready(code)
    version = bob.race(state="countdown")["version"]
    site.kill(0)
    # The process that began the countdown is gone.
    bob.board(0)
    site.restart(0)
    alice.connect(code)
    assert alice.board(0)["n"] == 0
    for racer in (alice, bob):
        racer.send(t="end")
    overs = [racer.race(state="over") for racer in (alice, bob)]
    assert [over["version"] for over in overs] == [version + 1] * 2
    # No one moved, so no one has a place.
    assert [[seat["place"] for seat in over["seats"]] for over in overs] == [[None, None]] * 2


@pytest.mark.needs_postgres_programs
@pytest.mark.needs_redis_server
def test_a_group_sent_to_a_process_that_dies_is_stored_whole_and_once(
    grown: Grown, visit: Visit
) -> None:
    site, known = grown.site, win("agnes-sorel")
    moves, safe = before_collecting(known)
    code = site.manage("race", known.rules, "--deal", known.deal, "--countdown", "3").strip()
    alice, bob = visit(site.urls[0]), visit(site.urls[1])
    for racer in (alice, bob):
        racer.join(code)
        racer.connect(code)
    start([alice, bob])
    alice.play(moves)
    alice.send(t="act", n=len(moves) + 1, a="collect")
    site.kill(0)
    alice.url = site.urls[1]
    alice.connect(code)
    came = alice.board(0)["n"]
    assert came in (len(moves), len(moves) + len(safe))
    assert alice.act(len(moves) + 1, "collect")["n"] == len(moves) + len(safe)
    site.restart(0)
    for racer in (alice, bob):
        racer.send(t="end")
    verify(bob.race(state="over"), bob, {0: [*moves, *safe, "end"], 1: ["end"]})
