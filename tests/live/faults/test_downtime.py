"""A site that is down while a race's time runs out."""

from __future__ import annotations

import time

import pytest

from games.engine import Record
from tests.live.conftest import Visit, start
from tests.live.faults.duels import by_hand
from tests.live.shifted import Shifted
from tests.live.shifted import clock as clock
from tests.live.shifted import site as site
from tests.live.wins import win
from tests.processes import BACKENDS, Site

LIMIT_S = 120


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_race_whose_time_ran_out_meanwhile_is_over_with_what_was_stored(
    site: Site, clock: Shifted, visit: Visit
) -> None:
    known = win("beleaguered-castle")
    played = by_hand(known)[:20], by_hand(known)[:40]
    options = ("--deal", known.deal, "--countdown", "3", "--limit", str(LIMIT_S))
    code = site.manage("race", known.rules, *options).strip()
    racers = [visit(url) for url in (site.urls[0], site.urls[-1])]
    for racer in racers:
        racer.join(code)
        racer.connect(code)
    start(racers)
    for racer, moves in zip(racers, played, strict=True):
        racer.play(moves)
    for number in range(len(site.processes)):
        site.kill(number)

    clock.put_to(int(1000 * (time.time() + 2 * LIMIT_S)))
    for number in range(len(site.processes)):
        site.restart(number)
    back = racers[0].again_at(site.urls[0])
    back.connect(code)
    seats = back.race(state="over")["seats"]
    assert [seat["place"] for seat in seats] == [2, 1]
    for seat, moves in zip(seats, played, strict=True):
        record = Record.parse(back.get(f"/entry/{seat['entry']}/record"))
        assert [action.text for action in record.actions if not action.automatic] == [
            *moves,
            "bell",
        ]
        assert record.replay().progress == seat["progress"]
    back.close()
