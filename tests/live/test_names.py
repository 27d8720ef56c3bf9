"""A new name, by sign-up, log-in or renaming during a race, is shown everywhere at once."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_asyncio
from channels.db import database_sync_to_async
from django.test import Client

from games.live import journal
from games.models import Player, Race
from tests.live.conftest import Running, Sites, Visit
from tests.live.faults.duels import SOON
from tests.live.process import Process, Tab
from tests.models.stored_races import ZERO, winnable_race
from tests.players import alice as alice
from tests.players import guest as guest

PASSWORD = "kitchen-table-42"

Way = Callable[[Client], object]


def sign_up(browser: Client) -> object:
    return browser.post("/accounts/signup/", {"username": "dana", "password1": PASSWORD})


def log_in(browser: Client) -> object:
    return browser.post("/accounts/login/", {"login": "dana", "password": PASSWORD})


def rename(browser: Client) -> object:
    return browser.post("/name/", {"name": "dana"})


@pytest_asyncio.fixture
async def process(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Process]:
    """Provide a process without a heartbeat, one second after the start: it learns from notes."""
    monkeypatch.setattr("games.live.rooms.HEARTBEAT", 3600)
    process = Process(monkeypatch, ZERO + 1_000)
    yield process
    await process.close()


@pytest.fixture
def journal_stops(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Block the journal from writing until this event is set."""
    go_on = threading.Event()
    write = journal.write

    def write_later(batch: Any) -> Any:
        go_on.wait()
        return write(batch)

    monkeypatch.setattr(journal, "write", write_later)
    return go_on


@database_sync_to_async
def do(way: Way, player: Player) -> None:
    """Do something in a player's browser."""
    if way is log_in:
        Player.objects.create_user("dana", password=PASSWORD, name="dana")
    browser = Client()
    browser.force_login(player)
    way(browser)


@database_sync_to_async
def stored(race: Race) -> list[list[str]]:
    """Return the actions of each seat."""
    return [
        [action.text for action in entry.actions.order_by("number")]
        for entry in race.entries.order_by("seat")
    ]


async def named(tab: Tab, name: str) -> dict[str, Any]:
    """Wait until a tab shows this name at the second seat."""
    while (frame := await tab.race())["seats"][1]["name"] != name:
        pass
    return frame


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", [sign_up, log_in, rename])
async def test_the_others_see_the_new_name_and_no_action_is_lost(
    process: Process, journal_stops: threading.Event, alice: Player, guest: Player, way: Way
) -> None:
    race, moves = await database_sync_to_async(winnable_race)(alice, guest)
    one, other = await process.tab(race.code, alice), await process.tab(race.code, guest)
    watcher = await process.tab(race.code)
    await one.board(0)
    await other.board(0, seat=1)
    # Both have an action in flight while the seat's name or player changes.
    for tab in (one, other):
        await tab.send(t="act", n=1, a=moves[0])
    await do(way, guest)
    frame = await named(watcher, "dana")
    assert (await named(one, "dana"))["version"] == frame["version"]
    assert frame["seats"][1]["guest"]
    journal_stops.set()
    assert (await one.until("board", seat=0))["n"] == 1
    while (await watcher.race())["seats"][1]["moves"] < 1:
        pass
    dana = await database_sync_to_async(Player.objects.get)(name="dana")
    again = await process.tab(race.code, dana)
    assert (await again.race())["you"] == 1
    assert (await again.until("board", seat=1))["n"] == 1
    await again.play(*moves[1:3], first=2)
    await one.play(*moves[1:3], first=2)
    assert await stored(race) == [moves[:3], moves[:3]]


@pytest.mark.needs_postgres
@pytest.mark.needs_redis
def test_processes_notify_each_other_of_a_name(
    sites: Sites, running: Running, visit: Visit
) -> None:
    site = sites("postgres")
    known, code, (alice, bob) = running(site, "beleaguered-castle")
    watchers = [visit(url) for url in site.urls]
    for watcher in watchers:
        watcher.connect(code)
        watcher.race()
    bob.play(known.moves[:3])
    bob.post("/accounts/signup/", username="dana-of-the-race", password1=PASSWORD)
    for racer in (alice, *watchers):
        racer.patience = SOON
        racer.seat(1, name="dana-of-the-race", moves=3)
    # The browser has a new session now.
    bob.connect(code)
    assert bob.board(0)["n"] == 3
    bob.play(known.moves[3:6], first=4)
    alice.seat(1, name="dana-of-the-race", moves=6)
