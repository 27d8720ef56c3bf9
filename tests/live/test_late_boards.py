"""Boards that come late, on a clock that the test sets."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping

import pytest
import pytest_asyncio
from channels.db import database_sync_to_async

from games.engine import Board, Deal, Rules
from games.engine.diagram import HIDDEN
from games.engine.view import hidden
from games.live import late_boards
from games.live.storage import actions_until
from games.models import Player, Race
from games.racing import LONGEST_DELAY, Kind
from tests.live.process import Frame, Process, Tab, end_all
from tests.models.stored_races import ZERO, winnable_race
from tests.players import alice as alice
from tests.players import bob as bob

pytestmark = pytest.mark.django_db(transaction=True)


@pytest_asyncio.fixture
async def process(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Process]:
    """Provide a process at the start, which sends late boards all the time."""
    monkeypatch.setattr(late_boards, "SHOW_EVERY", 0.01)
    process = Process(monkeypatch, ZERO)
    yield process
    await process.close()
    await end_all()


@database_sync_to_async
def watchable(alice: Player, bob: Player) -> tuple[Race, list[str]]:
    """Store a watchable ranked race that starts at ZERO; return it with its winning moves."""
    race, moves = winnable_race(alice, bob, kind=Kind.RANKED, watchable=True)
    return race, moves


async def played(process: Process, alice: Player, bob: Player, count: int) -> tuple[Race, Tab, Tab]:
    """Store a race in which Bob has made this many moves, one a second."""
    race, moves = await watchable(alice, bob)
    one, other = await process.tab(race.code, alice), await process.tab(race.code, bob)
    await one.board(0)
    await other.board(0, seat=1)
    for number, move in enumerate(moves[:count], 1):
        process.now = ZERO + 1000 * number
        await other.play(move, first=number)
    return race, one, other


def boards(tab: Tab) -> list[tuple[int, int]]:
    """Return the boards that a tab has received, as seat and action."""
    return [(frame["seat"], frame["n"]) for frame in tab.frames if frame["t"] == "board"]


async def test_a_late_board_never_runs_ahead(process: Process, alice: Player, bob: Player) -> None:
    race, _one, _other = await played(process, alice, bob, 3)
    watcher = await process.tab(race.code)
    process.now = ZERO + LONGEST_DELAY - 1
    await watcher.race(state="running")
    assert await watcher.quiet() == []
    process.now = ZERO + LONGEST_DELAY
    assert (await watcher.board(0, seat=1))["ms"] == 0
    for number in (1, 2, 3):
        process.now = ZERO + LONGEST_DELAY + 1000 * number - 1
        await watcher.send(t="sync")
        before = await watcher.until("board", seat=1, ms=1000 * number - 1)
        assert before["n"] == number - 1
        process.now += 1
        assert (await watcher.board(number, seat=1))["ms"] == 1000 * number


async def test_boards_of_a_race_of_two_minutes_come_after_half_a_minute(
    process: Process, alice: Player, bob: Player
) -> None:
    race, _moves = await watchable(alice, bob)
    await database_sync_to_async(Race.objects.filter(pk=race.pk).update)(limit_s=120)
    one, other = await process.tab(race.code, alice), await process.tab(race.code, bob)
    await one.board(0)
    await other.board(0, seat=1)
    watcher = await process.tab(race.code)
    process.now = ZERO + 30_000 - 1
    assert (await watcher.race(state="running"))["delay"] == 30_000
    assert boards(watcher) == []
    process.now += 1
    assert (await watcher.board(0, seat=1))["ms"] == 0


async def test_an_unchanged_board_is_not_resent(
    process: Process, alice: Player, bob: Player
) -> None:
    race, _one, _other = await played(process, alice, bob, 3)
    process.now = ZERO + LONGEST_DELAY + 1000
    watcher = await process.tab(race.code)
    await watcher.board(1, seat=1)
    process.now += 2000
    await watcher.board(3, seat=1)
    assert boards(watcher) == [(0, 0), (1, 1), (1, 3)]


async def test_a_sync_and_a_newcomer_get_every_board(
    process: Process, alice: Player, bob: Player
) -> None:
    race, _one, _other = await played(process, alice, bob, 3)
    process.now = ZERO + LONGEST_DELAY + 2000
    watcher = await process.tab(race.code)
    await watcher.board(2, seat=1)
    await watcher.send(t="sync")
    await watcher.board(2, seat=1)
    late = await process.tab(race.code)
    await late.board(2, seat=1)
    assert (boards(watcher), boards(late)) == ([(0, 0), (1, 2)] * 2, [(0, 0), (1, 2)])


async def test_players_see_nothing_until_done_and_then_what_spectators_see(
    process: Process, alice: Player, bob: Player
) -> None:
    _race, one, other = await played(process, alice, bob, 3)
    process.now = ZERO + LONGEST_DELAY + 1000
    await one.send(t="end")
    await one.board(1, seat=1)
    await settled(one)
    await settled(other)
    assert {seat for seat, _n in boards(other)} == {1}
    assert [n for seat, n in boards(one) if seat == 1] == [1]


async def test_cards_that_a_player_has_yet_to_turn_up_stay_hidden(
    process: Process, alice: Player, bob: Player
) -> None:
    race, _one, _other = await played(process, alice, bob, 3)
    process.now = ZERO + LONGEST_DELAY + 3000
    watcher = await process.tab(race.code)
    frame = await watcher.board(3, seat=1)
    dealt = Board(Rules.parse(race.rules), Deal.parse(race.deal.cards))
    assert shown(frame) == 52 - len(hidden(dealt))


async def test_once_the_race_is_over_the_boards_are_current(
    process: Process, alice: Player, bob: Player
) -> None:
    race, one, other = await played(process, alice, bob, 3)
    process.now = ZERO + LONGEST_DELAY + 1000
    watcher = await process.tab(race.code)
    await watcher.board(1, seat=1)
    for tab in (one, other):
        await tab.send(t="end")
    await watcher.race(state="over")
    await watcher.board(4, seat=1)
    await settled(watcher)
    assert boards(watcher)[-1] == (1, 4)


async def test_watchers_get_what_they_have_yet_to_see_once_the_race_is_over(
    process: Process, alice: Player, bob: Player
) -> None:
    race, one, other = await played(process, alice, bob, 3)
    watcher = await process.tab(race.code)
    process.now = ZERO + 6000
    await one.send(t="end")
    await settled(watcher)
    assert boards(watcher) == []
    await other.send(t="end")
    await watcher.race(state="over")
    await watcher.until("board", seat=1, n=4, ms=6000)
    await settled(watcher)
    rest = [one for one in watcher.frames if one["t"] == "board" and one["seat"] == 1]
    shown_at = [(frame["n"], frame["ms"]) for frame in rest]
    assert shown_at[:-1] == [(0, 0), (1, 1200), (2, 2100), (3, 3000), (4, 6000)]
    # Players have seen the end of their race.
    await one.board(4, seat=1)
    assert [n for seat, n in boards(one) if seat == 1] == [4]


async def test_without_watchers_nothing_is_read(
    process: Process, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    async def counted(known: Mapping[int, int], ms: int) -> Mapping[int, list[tuple[str, int]]]:
        asked.append(ms)
        return await actions_until(known, ms)

    monkeypatch.setattr(late_boards, "actions_until", counted)
    race, one, _other = await played(process, alice, bob, 3)
    process.now = ZERO + LONGEST_DELAY + 3000
    await settled(one)
    assert asked == []
    watcher = await process.tab(race.code)
    await watcher.board(3, seat=1)
    await watcher.close()
    asked.clear()
    await settled(one)
    assert asked == []


def shown(frame: Frame) -> int:
    """Return the number of cards that a board shows."""
    cards = " ".join(frame["board"]["piles"].values()).split()
    return sum(card != HIDDEN for card in cards)


async def settled(tab: Tab) -> None:
    """Wait longer than the interval between two batches of boards."""
    for _ in range(3):
        await database_sync_to_async(lambda: None)()
        await tab.quiet()
