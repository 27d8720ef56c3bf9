"""What a room is told by no note it learns from the database; what it has to tell, it tells."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping
from typing import Any

import pytest
import pytest_asyncio
from channels.db import database_sync_to_async

from games.live import storage
from games.live.room import Room
from games.live.rooms import AWAY_AFTER, GRACE
from games.live.storage import Last, UnavailableError
from games.models import Player
from games.racing import Clock
from tests.live.process import Process, end_all, logged, until
from tests.models.tables import ZERO, act, started_race, winnable_race
from tests.players import alice as alice
from tests.players import bob as bob

pytestmark = pytest.mark.django_db(transaction=True)

winnable = database_sync_to_async(winnable_race)
begun = database_sync_to_async(started_race)
stored = database_sync_to_async(act)

Told = list[tuple[str, dict[str, Any]]]


@pytest_asyncio.fixture
async def process(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Process]:
    """A process one second after the start, which hears no other, and whose heart does not beat."""
    monkeypatch.setattr("games.live.rooms.HEARTBEAT", 3600.0)
    monkeypatch.setattr("games.live.rooms.ALONE_HEARTBEAT", 3600.0)
    monkeypatch.setattr("games.live.relay.Relay.start", lambda _: None)
    process = Process(monkeypatch, ZERO + 1_000)
    yield process
    await process.close()
    await end_all()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """What the process would tell the others."""
    told: Told = []
    monkeypatch.setattr("games.live.relay.Relay.tell", lambda _, *note: told.append(note))
    return told


async def test_that_the_last_watcher_has_gone_is_told_once(
    process: Process, alice: Player, told: Told
) -> None:
    race = await begun(alice)
    await (await process.tab(race.code, alice)).board(0)
    watcher = await process.tab(race.code)
    await watcher.race()
    room = process.rooms._rooms[race.code]
    told.clear()
    room.tell_presence(frozenset())
    await watcher.close()
    for _ in range(2):
        room.tell_presence(frozenset())
    assert [(code, note["watchers"]) for code, note in told] == [(race.code, 1), (race.code, 0)]
    assert {note["process"] for _, note in told} == {process.rooms._relay.origin}


async def test_a_race_is_read_again_if_its_version_is_another(
    process: Process, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = await begun(alice)
    await (await process.tab(race.code, alice)).board(0)
    room = process.rooms._rooms[race.code]
    version, load = room.stored.version, storage.load
    read: list[str] = []

    async def note(code: str) -> storage.LoadedRace | None:
        read.append(code)
        return await load(code)

    monkeypatch.setattr(storage, "load", note)
    for known in (None, version):
        await room.reconcile(known, {}, 0, False)
    assert read == []
    await room.reconcile(version + 1, {}, 0, False)
    await room.reconcile(version, {}, 0, True)
    assert read == [race.code] * 2


async def test_an_action_is_read_once_the_notes_on_it_have_had_their_time(
    process: Process, alice: Player
) -> None:
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    entry = await stored(race, alice, moves[0], ms=1_000)
    room = process.rooms._rooms[race.code]
    for elapsed, number in ((2_499, 0), (2_500, 1)):
        process.now = ZERO + elapsed
        await room.reconcile(None, {entry.pk: Last(1, 1_000)}, 1_500, False)
        assert room._boards[alice.pk].number == number
    await tab.board(1)


async def test_without_notes_no_time_is_left_to_them(
    process: Process, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = await begun(alice)
    await (await process.tab(race.code, alice)).board(0)
    rooms = process.rooms
    asked: list[tuple[int, bool]] = []

    async def note(_room: Room, _version: int, _lasts: object, grace: int, reread: bool) -> None:
        asked.append((grace, reread))

    monkeypatch.setattr(Room, "reconcile", note)
    await rooms._reconcile()
    await rooms._reread()
    rooms._relay.is_broken = True
    await rooms._reconcile()
    assert asked == [(GRACE, False), (0, True), (0, False)]


@pytest.mark.parametrize("is_broken", [False, True])
async def test_while_no_notes_come_the_heart_beats_at_another_pace(
    process: Process, alice: Player, monkeypatch: pytest.MonkeyPatch, is_broken: bool
) -> None:
    pace = "ALONE_HEARTBEAT" if is_broken else "HEARTBEAT"
    monkeypatch.setattr(f"games.live.rooms.{pace}", 0.02)
    process.rooms._relay.is_broken = is_broken
    asked: list[tuple[tuple[str, ...], int]] = []

    async def away(codes: Collection[str], since: int) -> Mapping[str, frozenset[int]]:
        asked.append((tuple(codes), since))
        return {}

    monkeypatch.setattr(storage, "away", away)
    race = await begun(alice)
    await (await process.tab(race.code, alice)).board(0)
    await until(lambda: bool(asked))
    assert asked[0] == ((race.code,), process.now - AWAY_AFTER)


async def test_a_deal_that_could_not_be_shown_at_the_start_is_shown_with_the_next_try(
    process: Process,
    alice: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("games.live.room.TRY_AGAIN", 0.05)
    process.now = ZERO - 50
    race = await begun(alice)
    tab = await process.tab(race.code, alice)
    await tab.race(state="countdown")
    deal_out, failures = storage.deal_out, [UnavailableError("the disk is full")]

    async def fail_once(
        codes: Collection[str], clock: Clock
    ) -> Mapping[str, storage.Standing | None]:
        if failures:
            raise failures.pop()
        return await deal_out(codes, clock)

    monkeypatch.setattr(storage, "deal_out", fail_once)
    process.now = ZERO
    await logged(caplog, f"Race {race.code}: _deal_out failed: the disk is full")
    await tab.board(0)


async def test_the_last_who_leaves_is_told_of_before_the_room_is_gone(
    process: Process, alice: Player, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.live.room.FLUSH_EVERY", 3600.0)
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    await tab.play(*moves[:3])
    await tab.close()
    code, note = told[-1]
    assert (code, note["player"], note["run"]["moves"]) == (race.code, alice.pk, 3)


async def test_a_room_that_is_gone_wakes_no_more(process: Process, alice: Player) -> None:
    race = await begun(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    room = process.rooms._rooms[race.code]
    assert room._alarm is not None
    await tab.close()
    await room.refresh()
    assert room._alarm is None
