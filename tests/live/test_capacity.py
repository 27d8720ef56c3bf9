"""The limit on a run's actions holds at every process; ending the run is always possible."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from itertools import pairwise
from typing import Any

import pytest
import pytest_asyncio
from channels.db import database_sync_to_async

from games.engine import Deal, Rules
from games.live import entries
from games.live.entries import EntryBoard
from games.live.pieces import PIECE, Done, in_pieces
from games.models import Action, Entry, Player, Race
from games.models import Deal as StoredDeal
from games.models.play.practice import begin_practice
from games.models.races.closing import close_race
from games.racing import Kind, RunState, warned_left
from games.racing.capacity import PRACTICE_ACTIONS, RACE_ACTIONS
from tests.clocks import at
from tests.live.conftest import Seats, start
from tests.live.process import Process
from tests.live.wins import win
from tests.models.stored_races import END, ZERO, winnable_race
from tests.players import alice as alice
from tests.processes import Launch

WIN = win("agnes-sorel")
THERE_AND_BACK = ("t4t3", "undo")
AT_ONCE = 20
"""Actions sent before waiting for an answer."""

each_kind = pytest.mark.parametrize(
    ("kind", "most"), [(Kind.CASUAL, RACE_ACTIONS), (Kind.SOLO, PRACTICE_ACTIONS)]
)


def to_and_fro(count: int) -> list[Done]:
    """Return this many actions: one move, made and undone over and over."""
    return [(THERE_AND_BACK[n % 2], n // 100) for n in range(count)]


@pytest_asyncio.fixture
async def process(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Process]:
    """Provide a process two minutes after the start."""
    process = Process(monkeypatch, ZERO + 120_000)
    yield process
    await process.close()


@database_sync_to_async
def long_run(player: Player, kind: Kind, actions: int) -> Race:
    """Store a running race of one with this many actions."""
    if kind is Kind.SOLO:
        deal = StoredDeal.objects.from_cards(WIN.deal)
        race = begin_practice(player, WIN.rules, deal, at(ZERO))
    else:
        race, _ = winnable_race(player)
        assert race.deal.cards == WIN.deal
    entry = race.entries.get(player=player)
    Action.objects.bulk_create(
        Action(entry=entry, number=number, ms=ms, text=text)
        for number, (text, ms) in enumerate(to_and_fro(actions), 1)
    )
    return race


@database_sync_to_async
def result(race: Race) -> tuple[str, int]:
    """Return the state of a race's only run and the number of its stored actions."""
    entry = Entry.objects.get(race=race)
    return entry.state, entry.actions.count()


def board_of(most: int) -> EntryBoard:
    return EntryBoard(31, 0, Rules.parse(WIN.rules), Deal.parse(WIN.deal), most=most)


@pytest.mark.django_db(transaction=True)
@each_kind
async def test_a_full_run_takes_no_action_and_can_be_ended(
    process: Process, alice: Player, kind: Kind, most: int
) -> None:
    race = await long_run(alice, kind, most - 1)
    tab = await process.tab(race.code, alice)
    assert (await tab.board(most - 1))["left"] == 1
    await tab.send(t="act", n=most, a=THERE_AND_BACK[(most - 1) % 2])
    assert (await tab.board(most))["left"] == 0
    for action in (*THERE_AND_BACK, "deal"):
        await tab.send(t="act", n=most + 1, a=action)
        assert (await tab.refused("run-full"))["n"] == most + 1
    await tab.send(t="act", n=most, a=THERE_AND_BACK[(most - 1) % 2])
    await tab.board(most)
    await tab.send(t="end")
    await tab.race(state="over")
    assert await result(race) == ("ended", most + 1)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("over", "state"), [(False, "forfeit"), (True, "ended")])
async def test_a_player_may_leave_a_full_run_and_the_bell_ends_it(
    process: Process, alice: Player, over: bool, state: str
) -> None:
    race = await long_run(alice, Kind.CASUAL, RACE_ACTIONS)
    tab = await process.tab(race.code, alice)
    await tab.board(RACE_ACTIONS)
    if over:
        assert await database_sync_to_async(close_race)(race, at(END))
    else:
        await tab.send(t="leave")
        await tab.race(state="over")
    assert await result(race) == (state, RACE_ACTIONS + 1)


@pytest.mark.django_db(transaction=True)
async def test_the_limit_is_not_mentioned_while_it_is_far(process: Process, alice: Player) -> None:
    race = await long_run(alice, Kind.CASUAL, 2)
    tab = await process.tab(race.code, alice)
    assert "left" not in await tab.board(2)


@pytest.mark.needs_postgres
@pytest.mark.needs_redis
def test_a_run_played_at_two_processes_is_full_at_both(launch: Launch, seat: Seats) -> None:
    site = launch("postgres", 2, FRAMES_PER_CONNECTION="0", FRAMES_PER_PLAYER="0")
    code, racers = seat(site, WIN)
    start(racers)
    tabs = [racers[0], racers[0].again_at(site.urls[1])]
    tabs[1].connect(code)
    tabs[1].board(0)
    for first in range(1, RACE_ACTIONS + 1, AT_ONCE):
        tab = tabs[first // AT_ONCE % 2]
        for n in range(first, first + AT_ONCE):
            tab.send(t="act", n=n, a=THERE_AND_BACK[(n - 1) % 2])
        tab.board(first + AT_ONCE - 1)
    for tab in tabs:
        answer = tab.act(RACE_ACTIONS + 1, THERE_AND_BACK[0])
        assert (answer["t"], answer["code"]) == ("refused", "run-full")
    tabs[0].send(t="end")
    tabs[1].seat(0, state="ended")
    tabs[1].close()


@pytest.mark.parametrize(
    ("done", "most", "left"),
    [(0, 10, None), (8, 10, None), (9, 10, 1), (10, 10, 0), (12, 10, 0), (2_700, 3_000, 300)],
)
def test_the_actions_left_are_shown_for_the_last_tenth(
    done: int, most: int, left: int | None
) -> None:
    assert warned_left(done, most) == left


def test_the_last_action_may_finish_the_board() -> None:
    finishing = next(n for n in range(len(WIN.moves)) if len(finished(n)) > 1)
    entry = board_of(most=finishing + 1)
    entry.replay([(move, 0) for move in WIN.moves[:finishing]])
    assert len(entry.do(WIN.moves[finishing], 0)) > 1
    assert entry.run.state is RunState.WON


def finished(number: int) -> Sequence[object]:
    """Return what the server would store for a move of the win."""
    entry = board_of(most=1_000)
    entry.replay([(move, 0) for move in WIN.moves[:number]])
    return entry.do(WIN.moves[number], 0)


async def test_a_long_replay_lets_other_tasks_run_between_its_pieces() -> None:
    story: list[str] = []
    over = asyncio.Event()

    async def other() -> None:
        while not over.is_set():
            story.append("other")
            await asyncio.sleep(0)

    beside = asyncio.create_task(other())
    pieces = [to_and_fro(5 * PIECE), to_and_fro(3 * PIECE + 1)]
    await asyncio.gather(
        *(in_pieces(actions, lambda piece: story.append(f"{len(piece)}")) for actions in pieces)
    )
    over.set()
    await beside
    done = [n for n, what in enumerate(story) if what != "other"]
    assert sum(int(story[n]) for n in done) == 8 * PIECE + 1
    assert all("other" in story[first:last] for first, last in pairwise(done))
    assert max(int(story[n]) for n in done) == PIECE


async def test_a_short_replay_does_not_yield() -> None:
    done: list[Sequence[Done]] = []
    work = in_pieces(to_and_fro(PIECE), done.append)
    with pytest.raises(StopIteration):
        work.send(None)
    assert done == [to_and_fro(PIECE)]


async def test_an_interrupted_replay_is_known_to_be_incomplete(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    actions = to_and_fro(4 * PIECE)

    async def stored(entry: int, after: int) -> list[Done]:
        return actions[after:]

    monkeypatch.setattr(entries, "stored_actions", stored)
    entry = board_of(most=RACE_ACTIONS)
    reading = asyncio.create_task(entry.catch_up())
    while not entry.number:  # noqa: ASYNC110
        await asyncio.sleep(0)
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    assert entry.number < len(actions)
    assert entry.is_late
    await entry.follow()
    assert entry.number == len(actions)


def test_a_replay_looks_for_legal_moves_only_where_they_decide(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []
    game = type(Rules.parse(WIN.rules).referee)
    found = game.moves

    def moves(self: Any, layout: Any) -> Any:
        asked.append(layout)
        return found(self, layout)

    monkeypatch.setattr(game, "moves", moves)
    board_of(most=RACE_ACTIONS).replay([(move, 0) for move in WIN.moves[:40]])
    # While an undo is possible, a board without legal moves is not over.
    can_be_taken_back = sum(move != "deal" for move in WIN.moves[:40])
    assert len(asked) == 1 + 40 - can_be_taken_back
