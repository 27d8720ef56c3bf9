"""A race in a new game, over sockets, from the start to the standings."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from channels.db import database_sync_to_async
from django.test import Client

from games.engine import Record
from games.engine.game import Game
from games.models import Player, Proof, Race, Rating
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.transition import change_race
from games.models.standings.booking import book_closed
from games.racing import Kind
from tests.clocks import at
from tests.live.process import Process
from tests.models.stored_races import NOW, ZERO, join
from tests.pages.page import text
from tests.players import alice as alice
from tests.players import bob as bob

Won = tuple[bytes, list[str]]


@pytest_asyncio.fixture
async def process(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Process]:
    """Run a web process, a second after the start."""
    process = Process(monkeypatch, ZERO + 1_000)
    yield process
    await process.close()


def begin(toy: type[Game], key: bytes, alice: Player, bob: Player) -> Race:
    """Start a ranked race of two on a proven deal."""
    rules = f"{toy.name}/standard"
    Proof.objects.store(rules, key, "winnable", 7, "t1t2", secret=True)
    race = new_race(alice, rules, at(NOW), RaceOptions(kind=Kind.RANKED))
    join(race, bob)
    return change_race(race.code, lambda r, now: r.start(alice.pk, now), at(NOW))[0]


@database_sync_to_async
def standings(race: Race, alice: Player) -> list[str]:
    """Book the race and return the pages that show it."""
    book_closed()
    browser = Client()
    browser.force_login(alice)
    entry = race.entries.get(player=alice)
    assert Record.parse(browser.get(f"/entry/{entry.pk}/record").content.decode())
    assert Rating.objects.filter(game="toy").count() == 2
    pages = [
        f"/race/{race.code}/",
        f"/entry/{entry.pk}/replay",
        f"/player/{alice.pk}/",
        "/leaderboard/toy/",
        "/ratings/toy/",
        "/history/?game=toy",
    ]
    return [text(browser.get(page)) for page in pages]


@pytest.mark.django_db(transaction=True)
async def test_a_race_is_won_watched_and_booked(
    process: Process, toy: type[Game], won: Won, alice: Player, bob: Player
) -> None:
    key, moves = won
    race = await database_sync_to_async(begin)(toy, key, alice, bob)
    one, other = await process.tab(race.code, alice), await process.tab(race.code, bob)
    dealt = await one.board(0)
    assert set(dealt["board"]["moves"])
    *before, last = moves
    await one.play(*before)
    await one.send(t="act", n=len(moves), a=last)
    # The server makes the foundation moves that finish the game.
    board = await one.until("board", seat=0)
    assert board["board"]["outcome"] == "won"
    await other.send(t="end")
    over = await other.race(state="over")
    assert [(s["state"], s["place"]) for s in over["seats"]] == [("won", 1), ("ended", 2)]
    assert over["seats"][0]["progress"] == 52
    for page in await standings(race, alice):
        assert "Toy Patience" in page
