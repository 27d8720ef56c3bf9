"""A planned race starts at its time, also when the process that planned it is gone."""

from __future__ import annotations

import time

import pytest

from games.live import room
from games.models import Player, Race
from games.models.database.instants import to_datetime
from tests.live.awaited_races import opened
from tests.live.conftest import Visit
from tests.live.process import Process
from tests.live.process import process as process
from tests.players import alice as alice
from tests.processes import BACKENDS, Launch, Site
from tests.stores import Backend

AHEAD_S = 8

PLAN = """
from games.models import Race
from games.models.database.instants import to_datetime
at = to_datetime({at})
races = Race.objects.filter(code={code!r})
races.update(planned_at=at, starts_at=at)
races.renew()
"""


def plan(site: Site, code: str, ahead: float = AHEAD_S) -> int:
    """Plan a race for a moment that a form couldn't name, as it is too near; return it."""
    start = int((time.time() + ahead) * 1000)
    site.manage("shell", "--no-imports", "--command", PLAN.format(at=start, code=code))
    return start


@pytest.mark.parametrize("backend", BACKENDS)
def test_it_starts_for_whoever_is_there_ready_or_not(
    launch: Launch, visit: Visit, backend: Backend
) -> None:
    site = launch(backend, processes=1 if backend == "sqlite" else 2)
    host, friend = visit(site.urls[0]), visit(site.urls[-1])
    code = host.open_race("agnes-sorel/standard")
    friend.join(code)
    start = plan(site, code)
    host.connect(code)
    friend.connect(code)
    for racer in (host, friend):
        assert racer.race(planned=start)["state"] in ("open", "countdown")
    for racer in (host, friend):
        racer.race(state="running")
        assert racer.frames_of("board")
        assert time.time() * 1000 >= start


@pytest.mark.needs_postgres
@pytest.mark.needs_redis
def test_it_starts_though_the_process_that_knew_of_it_was_killed(
    launch: Launch, visit: Visit
) -> None:
    site = launch("postgres", processes=2)
    host = visit(site.urls[0])
    code = host.open_race("agnes-sorel/standard")
    start = plan(site, code)
    host.connect(code)
    host.race(planned=start)
    site.kill(0)
    again = host.again_at(site.urls[1])
    again.connect(code)
    again.race(state="running", planned=start)
    assert again.frames_of("board")
    again.close()


def test_a_server_that_comes_back_after_the_time_starts_it(launch: Launch, visit: Visit) -> None:
    site = launch("sqlite")
    host = visit(site.urls[0])
    code = host.open_race("agnes-sorel/standard")
    start = plan(site, code)
    site.kill(0)
    time.sleep(max(0, start / 1000 + 1 - time.time()))
    site.restart(0)
    host.connect(code)
    host.race(state="running", planned=start)
    assert host.board(0)


@pytest.mark.django_db(transaction=True)
async def test_a_clock_that_is_set_past_the_start_deals_the_cards(
    process: Process, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "LOOK_AGAIN", 0.05)
    code, start = (await opened(alice)).code, process.now + 24 * 3_600_000
    at = to_datetime(start)
    await Race.objects.filter(code=code).aupdate(planned_at=at, starts_at=at)
    tab = await process.tab(code, alice)
    assert (await tab.race())["planned"] == start
    process.now = start
    assert await tab.until("board")
