"""What a process does for all its rooms beside the races, and what it says when that fails."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

import pytest
import pytest_asyncio
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.utils import timezone

from games.live.connections import CLOSE_LOGGED_OUT
from games.live.relay import GROUP, note_on_races, note_on_rights
from games.live.room import Room
from games.live.storage import UnavailableError
from games.live.visitors import Visitor
from games.models import Player
from games.models.races.identity import erase
from games.racing import Clock
from tests.live.process import Process, end_all, logged, until
from tests.models.dailies import HOUR, daily, finish
from tests.models.tables import NOW, ZERO, act, join, open_race, started_race, winnable_race
from tests.players import alice as alice
from tests.players import bob as bob
from tests.players import charlie as charlie

pytestmark = pytest.mark.django_db(transaction=True)

winnable = database_sync_to_async(winnable_race)
begun = database_sync_to_async(started_race)
opened = database_sync_to_async(open_race)

FULL = UnavailableError("the disk is full")
BROKEN = KeyError("seat")


@pytest_asyncio.fixture
async def process(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Process]:
    """A process one second after the start, whose heart does not beat unless it is told to."""
    monkeypatch.setattr("games.live.rooms.HEARTBEAT", 3600.0)
    monkeypatch.setattr("games.live.rooms.ALONE_HEARTBEAT", 3600.0)
    process = Process(monkeypatch, ZERO + 1_000)
    yield process
    await process.close()
    await end_all()


@pytest.fixture
def heartbeat(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    """The heart beats fast, from the first socket on."""
    monkeypatch.setattr("games.live.rooms.HEARTBEAT", 0.02)
    monkeypatch.setattr("games.live.rooms.ALONE_HEARTBEAT", 0.02)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """The process hears nothing of others; what it would tell them."""
    told: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr("games.live.relay.Relay.start", lambda _: None)
    monkeypatch.setattr("games.live.relay.Relay.tell", lambda _, *note: told.append(note))
    return told


def failing(error: Exception) -> Callable[..., Awaitable[Any]]:
    async def fail(*_: Any) -> Any:
        raise error

    return fail


async def tell(message: dict[str, Any]) -> None:
    """Send something to all processes."""
    layer: Any = get_channel_layer()
    await layer.group_send(GROUP, message)


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (FULL, "Race %s: a note was not taken: the disk is full"),
        (BROKEN, "Race %s: a note was not taken"),
    ],
)
async def test_a_note_that_is_not_taken_is_logged_and_the_next_one_is(
    process: Process,
    alice: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    line: str,
) -> None:
    race = await begun(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    with monkeypatch.context() as broken:
        broken.setattr(Room, "hear", failing(error))
        await tell(note_on_races([race.code]))
        record = await logged(caplog, line % race.code)
    assert bool(record.exc_info) is (error is BROKEN)
    await tab.quiet()
    await tell(note_on_races(["BCDFGH", race.code]))
    await tab.race()


@pytest.mark.usefixtures("heartbeat")
async def test_a_room_that_cannot_be_compared_with_the_database_keeps_nothing_from_the_others(
    process: Process,
    alice: Player,
    bob: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    one, (other, moves) = await begun(alice), await winnable(bob)
    reconcile = Room.reconcile

    async def fail_for_one(room: Room, *known: Any) -> None:
        if room.race.code == one.code:
            raise BROKEN
        await reconcile(room, *known)

    monkeypatch.setattr(Room, "reconcile", fail_for_one)
    await (await process.tab(one.code, alice)).board(0)
    tab = await process.tab(other.code, bob)
    await tab.board(0)
    line = f"Race {one.code} could not be compared with the database"
    assert (await logged(caplog, line)).exc_info
    await database_sync_to_async(act)(other, bob, moves[0])
    process.now += 60_000
    await tab.board(1)


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (FULL, "The rights of those who are here are not known: the disk is full"),
        (BROKEN, "The rights of those who are here could not be looked at"),
    ],
)
async def test_while_nobody_knows_whose_rights_have_ended_all_stay(
    process: Process,
    alice: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    line: str,
) -> None:
    race = await begun(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    with monkeypatch.context() as broken:
        broken.setattr("games.live.rooms.still_here", failing(error))
        await tell(note_on_rights(alice.pk))
        record = await logged(caplog, line)
        await tab.quiet()
    assert bool(record.exc_info) is (error is BROKEN)
    await database_sync_to_async(erase)(alice, timezone.now())
    assert (await tab.until("close"))["code"] == CLOSE_LOGGED_OUT


class Rights:
    """Stands in for the stored rights, which never end: whose were asked for, and as they were."""

    def __init__(self) -> None:
        self.asked: list[dict[int, bytes]] = []

    async def still_here(self, visitors: Collection[Visitor]) -> Mapping[Visitor, Visitor]:
        self.asked.append({visitor.player: visitor.facts for visitor in visitors})
        return {visitor: replace(visitor, facts=b"new") for visitor in visitors}


@pytest.fixture
def rights(monkeypatch: pytest.MonkeyPatch) -> Rights:
    rights = Rights()
    monkeypatch.setattr("games.live.rooms.still_here", rights.still_here)
    return rights


async def test_a_note_on_rights_has_those_of_that_player_looked_at_and_no_others(
    process: Process, alice: Player, bob: Player, charlie: Player, rights: Rights
) -> None:
    race = await begun(alice, bob)
    tabs = [await process.tab(race.code, player) for player in (alice, bob, None)]
    for tab in tabs:
        await tab.race()
    for player in (alice, charlie, bob, alice):
        await tell(note_on_rights(player.pk))
    await until(lambda: len(rights.asked) == 3)
    assert [set(asked) for asked in rights.asked] == [{alice.pk}, {bob.pk}, {alice.pk}]
    # What was found out is what is compared the next time.
    assert [b"new" in asked.values() for asked in rights.asked] == [False, False, True]


@pytest.mark.usefixtures("heartbeat")
async def test_the_heartbeat_asks_for_the_rights_of_all_who_have_a_session(
    process: Process, alice: Player, bob: Player, rights: Rights
) -> None:
    race = await begun(alice, bob)
    await (await process.tab(race.code)).race()
    await (await process.tab(race.code, alice)).race()
    await (await process.tab(race.code, bob)).race()
    await until(lambda: bool(rights.asked) and len(rights.asked[-1]) > 1)
    assert set(rights.asked[-1]) == {alice.pk, bob.pk}


@pytest.mark.parametrize(
    ("work", "error", "line"),
    [
        ("standings", FULL, "The heartbeat failed: the disk is full"),
        ("standings", BROKEN, "The heartbeat failed; trying again"),
        ("away", FULL, "The heartbeat failed: the disk is full"),
        ("close_overdue", FULL, "The upkeep failed: the disk is full"),
        ("close_overdue", BROKEN, "The upkeep failed; trying again"),
    ],
)
@pytest.mark.usefixtures("heartbeat", "alone")
async def test_what_is_done_again_and_again_is_done_again_after_it_has_failed(
    process: Process,
    alice: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    work: str,
    error: Exception,
    line: str,
) -> None:
    failures = [error]
    done: list[str] = []

    async def fail_once(*_: Any) -> Mapping[str, Any]:
        if failures:
            raise failures.pop()
        done.append(work)
        return {}

    monkeypatch.setattr(f"games.live.storage.{work}", fail_once)
    race = await begun(alice)
    await (await process.tab(race.code, alice)).board(0)
    assert bool((await logged(caplog, line)).exc_info) is (error is BROKEN)
    await until(lambda: bool(done))


@pytest.mark.usefixtures("heartbeat")
async def test_what_is_overdue_is_closed_by_the_clock_of_the_process(
    process: Process, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    instants: set[int] = set()

    async def note(clock: Clock) -> None:
        instants.add(clock())

    monkeypatch.setattr("games.live.storage.close_overdue", note)
    race = await begun(alice)
    await (await process.tab(race.code, alice)).board(0)
    await until(lambda: bool(instants))
    assert instants == {process.now}


@pytest.mark.usefixtures("alone")
async def test_those_of_whom_the_database_could_not_be_told_are_told_with_the_next(
    process: Process,
    alice: Player,
    bob: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("games.live.rooms.SAY_AFTER", 0.01)
    failures = [FULL]
    seen: list[tuple[set[int], int]] = []

    async def saw(entries: Collection[int], now: int) -> None:
        if failures:
            raise failures.pop()
        seen.append((set(entries), now))

    monkeypatch.setattr("games.live.storage.saw", saw)
    race = await begun(alice, bob)
    await process.tab(race.code, alice)
    await logged(caplog, "The database was not told who is here: the disk is full")
    await process.tab(race.code, bob)
    await until(lambda: bool(seen))
    entries = {entry async for entry in race.entries.values_list("pk", flat=True)}
    assert seen == [(entries, process.now)]


async def test_whoever_cannot_be_shown_a_board_is_sent_away_and_leaves_no_room(
    process: Process, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    await tab.play(moves[0])
    await tab.close()
    with monkeypatch.context() as broken:
        broken.setattr("games.live.boards.all_actions", failing(FULL))
        tab = await process.tab(race.code, alice)
        await tab.refused("unavailable")
        assert await tab.receive() == {"t": "close", "code": 4500}
        await tab.close()
    assert not process.rooms._rooms
    await (await process.tab(race.code, alice)).board(1)


async def test_a_start_asks_the_database_for_nothing_that_is_known(
    process: Process,
    alice: Player,
    monkeypatch: pytest.MonkeyPatch,
    alone: list[tuple[str, dict[str, Any]]],
) -> None:
    process.now = ZERO - 50
    race = await begun(alice)
    tab = await process.tab(race.code, alice)
    await tab.race(state="countdown")
    asked: list[object] = []

    async def note(what: object) -> None:
        asked.append(what)

    monkeypatch.setattr("games.live.storage.load", note)
    monkeypatch.setattr("games.live.boards.all_actions", note)
    process.now = ZERO
    await tab.board(0)
    assert asked == []


async def test_only_a_player_who_is_new_here_is_news_to_other_processes(
    process: Process,
    alice: Player,
    bob: Player,
    charlie: Player,
    alone: list[tuple[str, dict[str, Any]]],
) -> None:
    process.now = NOW
    race = await opened(alice, bob)
    for player in (alice, alice, bob, None):
        tab = await process.tab(race.code, player)
        await tab.send(t="sync")
        await tab.race()
        await tab.race()
        assert alone == [(race.code, {})]
    await database_sync_to_async(join)(race, charlie)
    tab = await process.tab(race.code, charlie)
    await tab.send(t="sync")
    await tab.race()
    await tab.race()
    assert alone == [(race.code, {})] * 2


async def test_an_attempt_is_shown_to_whoever_has_not_tried_once_its_day_is_over(
    process: Process, alice: Player, bob: Player
) -> None:
    challenge = await database_sync_to_async(daily)()
    race = (await database_sync_to_async(finish)(challenge, bob)).race
    process.now = NOW + HOUR
    await (await process.tab(race.code)).refused("no-race")
    await (await process.tab(race.code, bob)).race()
    await (await process.tab(race.code, alice)).refused("no-race")
    process.now = challenge.ends_at + HOUR
    await (await process.tab(race.code, alice)).race(you=None)
    await (await process.tab(race.code)).race(you=None)
