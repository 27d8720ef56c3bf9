"""Who sees which boards, and with what delay, in one process."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from channels.db import database_sync_to_async

from games.engine.diagram import HIDDEN
from games.models import Player, Race
from games.models.races.closing import close_race
from games.racing import Kind
from tests.clocks import at
from tests.live.process import Frame, Process, end_all
from tests.models.stored_races import END, ZERO, winnable_race
from tests.players import alice as alice
from tests.players import bob as bob

pytestmark = pytest.mark.django_db(transaction=True)

TWO_MINUTES = 120_000


@pytest_asyncio.fixture
async def process(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Process]:
    """Provide a process one second after the start, which sends late boards often."""
    monkeypatch.setattr("games.live.late_boards.SHOW_EVERY", 0.05)
    process = Process(monkeypatch, ZERO + 1_000)
    yield process
    await process.close()
    await end_all()


@database_sync_to_async
def ranked(watchable: bool, *players: Player) -> tuple[Race, list[str]]:
    """Store a ranked race on a winnable deal and return it with the winning moves."""
    race, moves = winnable_race(*players, kind=Kind.RANKED)
    race.watchable = watchable
    race.save(update_fields=["watchable"])
    return race, moves


def boards(frames: list[Frame]) -> list[tuple[int, int]]:
    """Return the boards shown, as seat and number."""
    return [(frame["seat"], frame["n"]) for frame in frames if frame["t"] == "board"]


def faces(frame: Frame) -> list[str]:
    """Return the face-up cards of a board."""
    piles: dict[str, str] = frame["board"]["piles"]
    return [card for pile in piles.values() for card in pile.split() if card != HIDDEN]


async def test_others_boards_stay_hidden_until_a_ranked_race_is_over(
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
    # A player who is still playing sees no other board.
    assert {seat for seat, _ in boards(one.frames)} == {0}


async def test_a_late_board_hides_what_a_player_has_yet_to_turn_up(
    process: Process, alice: Player, bob: Player
) -> None:
    race, _ = await ranked(True, alice, bob)
    one, watcher = await process.tab(race.code, alice), await process.tab(race.code)
    await one.board(0)
    own = await one.play("deal")
    process.now += TWO_MINUTES
    late = await watcher.board(1)
    # Bob has not dealt, so the cards that the deal turned up are still secret.
    assert len(faces(late)) == len(faces(own)) - 7


async def test_a_live_board_hides_what_a_player_has_yet_to_turn_up(
    process: Process, alice: Player, bob: Player
) -> None:
    race, _ = await database_sync_to_async(winnable_race)(alice, bob)
    one, other = await process.tab(race.code, alice), await process.tab(race.code, bob)
    watcher = await process.tab(race.code)
    await one.board(0)
    own = await one.play("deal")
    shown = await watcher.board(1)
    assert (shown["ms"], shown["board"]["moves"]) == (1_000, [])
    # Bob has not dealt, so the cards that the deal turned up are still secret.
    assert len(faces(shown)) == len(faces(own)) - 7
    await other.send(t="end")
    assert faces(await other.board(1)) == faces(own)


async def test_a_finished_player_watches_late_and_a_newcomer_catches_up(
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


async def test_a_visitor_after_the_end_is_shown_the_boards_once(
    process: Process, alice: Player, bob: Player
) -> None:
    race, _ = await ranked(False, alice, bob)
    process.now = END + 1_000
    await database_sync_to_async(close_race)(race, at(END))
    one, watcher = await process.tab(race.code, alice), await process.tab(race.code)
    await one.board(1, seat=1)
    await watcher.board(1, seat=1)
    await one.send(t="rematch")
    while (await one.race())["next"] is None:
        pass
    await watcher.quiet()
    # The room of the rematch is the players' own.
    assert all(frame["next"] is None for frame in watcher.frames if frame["t"] == "race")
    assert boards(watcher.frames) == [(0, 1), (1, 1)]
