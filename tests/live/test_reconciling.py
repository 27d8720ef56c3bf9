"""A room reads from the database what no note told it, and reports its own changes."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import pytest
from channels.db import database_sync_to_async

from games.live import storage
from games.live.database_thread import UnavailableError
from games.live.notes import Note, RunNote, WatchersNote
from games.live.room import Room
from games.live.rooms import AWAY_AFTER, GRACE
from games.live.storage import Last
from games.models import Player
from games.racing import Clock
from tests.live.awaited_races import begun, winnable
from tests.live.process import Process, logged, until
from tests.live.process import no_heartbeat as no_heartbeat
from tests.live.process import process as process
from tests.models.stored_races import ZERO, act
from tests.players import alice as alice
from tests.players import bob as bob

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_heartbeat", "no_notes"),
]

stored = database_sync_to_async(act)

Told = list[tuple[str, Note]]


@pytest.fixture
def no_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the process from receiving notes."""
    monkeypatch.setattr("games.live.relay.Relay.start", lambda _: None)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """Collect the notes that the process would send."""
    told: Told = []
    monkeypatch.setattr("games.live.relay.Relay.tell", lambda _, *note: told.append(note))
    return told


async def test_the_departure_of_the_last_watcher_is_reported_once(
    process: Process, alice: Player, told: Told
) -> None:
    race = await begun(alice)
    await (await process.tab(race.code, alice)).board(0)
    watcher = await process.tab(race.code)
    await watcher.race()
    room = process.rooms._rooms[race.code]
    told.clear()
    room.broadcast.tell_presence(frozenset())
    await watcher.close()
    for _ in range(2):
        room.broadcast.tell_presence(frozenset())
    origin = process.rooms._relay.origin
    assert told == [(race.code, WatchersNote(origin, count)) for count in (1, 0)]


async def test_a_page_that_only_shows_a_race_makes_no_one_present(
    process: Process, alice: Player
) -> None:
    race = await begun(alice)
    await (await process.tab(race.code, alice, "presence=none")).board(0)
    room = process.rooms._rooms[race.code]
    assert room.broadcast.present_entries() == []
    await (await process.tab(race.code, alice)).board(0)
    assert len(room.broadcast.present_entries()) == 1


async def test_a_race_is_read_again_if_its_version_has_changed(
    process: Process, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = await begun(alice)
    await (await process.tab(race.code, alice)).board(0)
    room = process.rooms._rooms[race.code]
    version, load = room.live.stored.version, storage.load
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


async def test_an_action_is_read_once_its_note_is_overdue(process: Process, alice: Player) -> None:
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    entry = await stored(race, alice, moves[0], ms=1_000)
    room = process.rooms._rooms[race.code]
    for elapsed, number in ((2_499, 0), (2_500, 1)):
        process.now = ZERO + elapsed
        await room.reconcile(None, {entry.pk: Last(1, 1_000)}, 1_500, False)
        assert room.boards[alice.pk].number == number
    await tab.board(1)


async def test_without_notes_there_is_no_grace_period(
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
async def test_the_heartbeat_changes_pace_while_no_notes_arrive(
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


async def test_a_deal_that_failed_at_the_start_is_shown_on_the_next_try(
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
    ) -> Mapping[str, storage.StoredState | None]:
        if failures:
            raise failures.pop()
        return await deal_out(codes, clock)

    monkeypatch.setattr(storage, "deal_out", fail_once)
    process.now = ZERO
    await logged(caplog, f"Race {race.code}: dealing the cards failed: the disk is full")
    await tab.board(0)


async def test_pending_notes_are_sent_before_the_room_closes(
    process: Process, alice: Player, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.live.broadcast.FLUSH_EVERY", 3600.0)
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    await tab.play(*moves[:3])
    await tab.close()
    code, note = told[-1]
    assert isinstance(note, RunNote)
    assert (code, note.player, note.run.moves) == (race.code, alice.pk, 3)


async def test_a_closed_room_sets_no_timer(process: Process, alice: Player) -> None:
    race = await begun(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    room = process.rooms._rooms[race.code]
    assert room._timer is not None
    await tab.close()
    await room.refresh()
    assert room._timer is None
