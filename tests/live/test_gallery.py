"""Whose boards are shown to whom, and how late, in one process."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from channels.db import database_sync_to_async

from games.engine.view import HIDDEN
from games.models import Player, Race
from games.models.races.closing import close_race
from games.racing import Kind
from tests.clocks import at
from tests.live.process import Frame, Process, end_all
from tests.models.tables import END, ZERO, winnable_race
from tests.players import alice as alice
from tests.players import bob as bob

pytestmark = pytest.mark.django_db(transaction=True)

TWO_MINUTES = 120_000


@pytest_asyncio.fixture
async def process(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Process]:
    """A process one second after the start, which shows late boards often."""
    monkeypatch.setattr("games.live.late_boards.SHOW_EVERY", 0.05)
    process = Process(monkeypatch, ZERO + 1_000)
    yield process
    await process.close()
    await end_all()


@database_sync_to_async
def ranked(watchable: bool, *players: Player) -> tuple[Race, list[str]]:
    """A ranked race on a deal that can be won, and the moves that win it."""
    race, moves = winnable_race(*players, kind=Kind.RANKED)
    race.watchable = watchable
    race.save(update_fields=["watchable"])
    return race, moves


def boards(frames: list[Frame]) -> list[tuple[int, int]]:
    """Which boards were shown, by seat and number."""
    return [(frame["seat"], frame["n"]) for frame in frames if frame["t"] == "board"]


def faces(frame: Frame) -> list[str]:
    """The cards of a board that are not masked."""
    piles: dict[str, str] = frame["board"]["piles"]
    return [card for pile in piles.values() for card in pile.split() if card != HIDDEN]


async def test_nobody_sees_the_boards_of_others_before_a_ranked_race_is_over(
    process: Process, alice: Player, bob: Player
) -> None:
    race, moves = await ranked(False, alice, bob)
    one, other = await process.tab(race.code, alice), await process.tab(race.code, bob)
    watcher = await process.tab(race.code)
    await one.board(0)
    await other.board(0, seat=1)
    await one.play(*moves[:3])
    await other.send(t="end")
    await other.board(1, seat=1)
    process.now += 2 * TWO_MINUTES
    assert boards(await watcher.quiet()) == []
    assert (0, 3) not in boards(await other.quiet())
    await one.send(t="end")
    shown = await watcher.board(4)
    assert shown["board"]["moves"] == []
    await watcher.board(1, seat=1)
    await other.board(4)
    assert boards(watcher.frames) == [(0, 4), (1, 1)]


async def test_a_watchable_race_is_shown_two_minutes_late(
    process: Process, alice: Player, bob: Player
) -> None:
    race, moves = await ranked(True, alice, bob)
    one, watcher = await process.tab(race.code, alice), await process.tab(race.code)
    await one.board(0)
    assert (await watcher.race())["watching"] == "delayed"
    await one.play(*moves[:2])
    process.now += TWO_MINUTES - 1
    await one.play(moves[2], first=3)
    await watcher.quiet()
    assert (0, 2) not in boards(watcher.frames)
    process.now += 1
    late = await watcher.board(2)
    assert (late["ms"], late["board"]["moves"]) == (1_000, [])
    assert (0, 3) not in boards(await watcher.quiet())
    process.now += TWO_MINUTES
    await watcher.board(3)
    # A player who still plays sees none but the own board.
    assert {seat for seat, _ in boards(one.frames)} == {0}


async def test_a_late_board_shows_no_card_that_is_hidden_to_one_who_still_plays(
    process: Process, alice: Player, bob: Player
) -> None:
    race, _ = await ranked(True, alice, bob)
    one, watcher = await process.tab(race.code, alice), await process.tab(race.code)
    await one.board(0)
    own = await one.play("deal")
    process.now += TWO_MINUTES
    late = await watcher.board(1)
    # Bob has not dealt, so what the deal turned up is a secret to him.
    assert len(faces(late)) == len(faces(own)) - 7


async def test_a_board_shown_at_once_shows_no_card_that_is_hidden_to_one_who_still_plays(
    process: Process, alice: Player, bob: Player
) -> None:
    race, _ = await database_sync_to_async(winnable_race)(alice, bob)
    one, other = await process.tab(race.code, alice), await process.tab(race.code, bob)
    watcher = await process.tab(race.code)
    await one.board(0)
    own = await one.play("deal")
    shown = await watcher.board(1)
    assert (shown["ms"], shown["board"]["moves"]) == (1_000, [])
    # Bob has not dealt, so what the deal turned up is a secret to him.
    assert len(faces(shown)) == len(faces(own)) - 7
    await other.send(t="end")
    assert faces(await other.board(1)) == faces(own)


async def test_who_is_done_watches_late_and_who_comes_later_sees_all_of_it(
    process: Process, alice: Player, bob: Player
) -> None:
    race, moves = await ranked(True, alice, bob)
    one, other = await process.tab(race.code, alice), await process.tab(race.code, bob)
    await one.board(0)
    await other.board(0, seat=1)
    await one.play(*moves[:2])
    await other.send(t="end")
    await other.board(1, seat=1)
    process.now += TWO_MINUTES
    await other.board(2)
    later = await process.tab(race.code)
    await later.board(2)
    await later.board(1, seat=1)


async def test_who_comes_after_the_end_is_shown_the_boards_once(
    process: Process, alice: Player, bob: Player
) -> None:
    race, _ = await ranked(False, alice, bob)
    process.now = END + 1_000
    await database_sync_to_async(close_race)(race, at(END))
    one, watcher = await process.tab(race.code, alice), await process.tab(race.code)
    await one.board(1, seat=1)
    await watcher.board(1, seat=1)
    await one.send(t="rematch")
    frame = await watcher.race()
    while frame["next"] is None:
        frame = await watcher.race()
    await watcher.quiet()
    assert boards(watcher.frames) == [(0, 1), (1, 1)]
