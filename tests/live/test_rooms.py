"""A process's periodic work for all rooms, and what it logs when that fails."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.utils import timezone

from games.live.connections import CLOSE_LOGGED_OUT
from games.live.database_thread import UnavailableError, UnmigratedError
from games.live.notes import ChangeNote, Note
from games.live.relay import GROUP, note_on_races, note_on_rights
from games.live.room import Room
from games.live.visitors import Visitor
from games.models import Player
from games.models.races.identity import erase
from games.racing import Clock
from tests.live.awaited_races import begun, opened, winnable
from tests.live.process import Process, logged, until
from tests.live.process import no_heartbeat as no_heartbeat
from tests.live.process import process as process
from tests.models.stored_races import NOW, ZERO, act, join
from tests.players import alice as alice
from tests.players import bob as bob
from tests.players import charlie as charlie

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_heartbeat"),
]


FULL = UnavailableError("the disk is full")
UNMIGRATED = UnmigratedError("no such table: games_round")
BROKEN = KeyError("seat")


@pytest.fixture
def heartbeat(no_heartbeat: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the process a fast heartbeat from the first socket on."""
    monkeypatch.setattr("games.live.rooms.HEARTBEAT", 0.02)
    monkeypatch.setattr("games.live.rooms.ALONE_HEARTBEAT", 0.02)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Note]]:
    """Cut the process off from other processes; return the notes it would send."""
    told: list[tuple[str, Note]] = []
    monkeypatch.setattr("games.live.relay.Relay.start", lambda _: None)
    monkeypatch.setattr("games.live.relay.Relay.tell", lambda _, *note: told.append(note))
    return told


def failing(error: Exception) -> Callable[..., Awaitable[Any]]:
    async def fail(*_: Any) -> Any:
        raise error

    return fail


async def tell(message: dict[str, Any]) -> None:
    """Send a message to all processes."""
    layer: Any = get_channel_layer()
    await layer.group_send(GROUP, message)


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (FULL, "Race %s: could not apply a note: the disk is full"),
        (BROKEN, "Race %s: could not apply a note"),
    ],
)
async def test_a_note_that_fails_is_logged_and_the_next_one_is_applied(
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
async def test_a_room_that_fails_to_reconcile_does_not_block_the_others(
    process: Process,
    alice: Player,
    bob: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    one, (other, moves) = await begun(alice), await winnable(bob)
    reconcile = Room.reconcile

    async def fail_for_one(room: Room, *known: Any) -> None:
        if room.live.code == one.code:
            raise BROKEN
        await reconcile(room, *known)

    monkeypatch.setattr(Room, "reconcile", fail_for_one)
    await (await process.tab(one.code, alice)).board(0)
    tab = await process.tab(other.code, bob)
    await tab.board(0)
    line = f"Race {one.code}: could not compare it with the database"
    assert (await logged(caplog, line)).exc_info
    await database_sync_to_async(act)(other, bob, moves[0])
    process.now += 60_000
    await tab.board(1)


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (FULL, "Could not check the rights of open sockets: the disk is full"),
        (BROKEN, "Could not check the rights of open sockets"),
    ],
)
async def test_while_rights_cannot_be_checked_all_sockets_stay(
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
    """Replaces the stored rights, which never end; records each lookup and its input."""

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


async def test_a_note_on_rights_checks_only_the_sockets_of_that_player(
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
    # Each result is what the next check compares against.
    assert [b"new" in asked.values() for asked in rights.asked] == [False, False, True]


@pytest.mark.usefixtures("heartbeat")
async def test_the_heartbeat_checks_the_rights_of_all_with_a_session(
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
        ("stored_states", FULL, "The heartbeat failed: the disk is full"),
        ("stored_states", BROKEN, "The heartbeat failed; retrying"),
        ("away", FULL, "The heartbeat failed: the disk is full"),
        ("close_overdue", FULL, "Closing abandoned races failed: the disk is full"),
        ("close_overdue", BROKEN, "Closing abandoned races failed; retrying"),
        # The log says already what to do.
        ("stored_states", UNMIGRATED, ""),
        ("seat_rounds", UNMIGRATED, ""),
    ],
)
@pytest.mark.usefixtures("heartbeat", "alone")
async def test_periodic_work_continues_after_a_failure(
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
    if line:
        assert bool((await logged(caplog, line)).exc_info) is (error is BROKEN)
    await until(lambda: bool(done))
    assert bool([one for one in caplog.records if one.name == "games.live.rooms"]) is bool(line)


@pytest.mark.usefixtures("heartbeat")
async def test_overdue_races_are_closed_by_the_clock_of_the_process(
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
async def test_presence_that_could_not_be_stored_is_stored_on_the_next_try(
    process: Process,
    alice: Player,
    bob: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("games.live.rooms.STORE_PRESENCE_AFTER", 0.01)
    failures = [FULL]
    seen: list[tuple[set[int], int]] = []

    async def mark_present(entries: Collection[int], now: int) -> None:
        if failures:
            raise failures.pop()
        seen.append((set(entries), now))

    monkeypatch.setattr("games.live.storage.mark_present", mark_present)
    race = await begun(alice, bob)
    await process.tab(race.code, alice)
    await logged(caplog, "Could not store who is here: the disk is full")
    await process.tab(race.code, bob)
    await until(lambda: bool(seen))
    entries = {entry async for entry in race.entries.values_list("pk", flat=True)}
    assert seen == [(entries, process.now)]


async def test_a_player_whose_board_fails_to_load_is_sent_away(
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


async def test_a_start_queries_nothing_that_is_known(
    process: Process,
    alice: Player,
    monkeypatch: pytest.MonkeyPatch,
    alone: list[tuple[str, Note]],
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


async def test_only_a_player_new_to_this_process_is_reported_to_others(
    process: Process,
    alice: Player,
    bob: Player,
    charlie: Player,
    alone: list[tuple[str, Note]],
) -> None:
    process.now = NOW
    race = await opened(alice, bob)
    for player in (alice, alice, bob, None):
        tab = await process.tab(race.code, player)
        await tab.send(t="sync")
        await tab.race()
        await tab.race()
        assert alone == [(race.code, ChangeNote())]
    await database_sync_to_async(join)(race, charlie)
    tab = await process.tab(race.code, charlie)
    await tab.send(t="sync")
    await tab.race()
    await tab.race()
    assert alone == [(race.code, ChangeNote())] * 2
