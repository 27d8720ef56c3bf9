"""The queries of a race while others write to the same rows."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db import connection, transaction
from django.db.models import F

from games.live import storage
from games.live.starts import Starts
from games.models import Entry, Race
from games.models.database.instants import to_datetime
from games.models.races.transition import change_race
from games.racing import RefusedError
from tests.clocks import at
from tests.live.entries_of_race import NOW, two_entries
from tests.models.stored_races import END, ZERO

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 5


@database_sync_to_async
def counting_down() -> tuple[str, list[Entry]]:
    """Store a race of two that starts at ZERO."""
    entries = list(two_entries())
    race, host = entries[0].race, entries[0].player_id
    change_race(race.code, lambda value, now: value.start(host, now), at(NOW))
    return race.code, entries


@contextmanager
def elsewhere(do: Callable[[], Any]) -> Iterator[None]:
    """Run a function in another thread's transaction, which ends with the block."""
    done, end = threading.Event(), threading.Event()

    def work() -> None:
        try:
            with transaction.atomic():
                do()
                done.set()
                end.wait()
        finally:
            connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    done.wait()
    try:
        yield
    finally:
        end.set()
        thread.join()


def written(code: str) -> Callable[[], Any]:
    """Return a function that locks a race by writing to it."""
    return lambda: Race.objects.filter(code=code).update(version=F("version"))


@pytest.mark.parametrize(
    "settle",
    [lambda code: storage.close(code, at(END)), lambda code: storage.close_overdue(at(END))],
    ids=["close", "close_overdue"],
)
async def test_a_race_that_is_being_closed_can_still_be_read(settle: Any) -> None:
    code, _ = await counting_down()
    with elsewhere(written(code)):
        closing = asyncio.ensure_future(settle(code))
        await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE):
            assert not (await storage.stored_states([code]))[code].played
        assert not closing.done()
    await closing
    closed = await storage.load(code)
    assert closed is not None
    assert closed.race.closed_at == END


async def test_a_change_that_waited_past_the_start_comes_too_late() -> None:
    code, (entry, _) = await counting_down()
    asked = threading.Event()
    instant = ZERO - 700

    def clock() -> int:
        asked.set()
        return instant

    with elsewhere(written(code)):
        change = asyncio.ensure_future(
            storage.transition(
                code, lambda race, now: race.set_ready(entry.player_id, False, now), clock
            )
        )
        assert await asyncio.to_thread(asked.wait, PATIENCE)
        instant = ZERO + 500
    with pytest.raises(RefusedError, match="already-started"):
        await change
    loaded = await storage.load(code)
    assert loaded is not None
    assert loaded.race.starts_at == ZERO


async def test_the_deal_sees_a_change_that_was_in_progress() -> None:
    code, (_, entry) = await counting_down()
    starts = Starts(at(ZERO))

    def leave() -> None:
        written(code)()
        Race.objects.filter(code=code).update(version=F("version") + 1, starts_at=None)
        Entry.objects.filter(pk=entry.pk).delete()

    with elsewhere(leave):
        waiting = asyncio.ensure_future(starts.deal(code))
        await asyncio.sleep(0.05)
        assert not waiting.done()
    standing = await waiting
    loaded = await storage.load(code)
    assert standing is not None
    assert loaded is not None
    assert (standing.dealt, standing.version) == (False, loaded.stored.version)


async def test_a_race_is_dealt_once_and_not_before_its_start() -> None:
    code, _ = await counting_down()
    assert await Starts(at(ZERO)).deal("QQQQQQ") is None
    for instant, dealt in ((ZERO - 1, False), (ZERO, True), (ZERO + 1, True)):
        standing = await Starts(at(instant)).deal(code)
        assert standing is not None
        assert standing.dealt == dealt
    stored = await database_sync_to_async(Race.objects.get)(code=code)
    assert stored.dealt_at == to_datetime(ZERO)


async def test_a_race_read_during_a_departure_has_seat_and_entry_or_neither() -> None:
    code, (_, entry) = await counting_down()
    left = False

    def leave(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        nonlocal left
        result = execute(sql, *rest)
        if "games_entry" in sql and not left:
            left = True
            with elsewhere(lambda: Entry.objects.filter(pk=entry.pk).delete()):
                pass
        return result

    @database_sync_to_async
    def intercept(wrappers: list[Any]) -> None:
        connection.execute_wrappers[:] = wrappers

    await intercept([leave])
    try:
        loaded = await storage.load(code)
    finally:
        await intercept([])
    assert left
    assert loaded is not None
    assert {seat.player for seat in loaded.race.seats} == set(loaded.stored.entries)


async def test_a_visitor_without_a_player_gets_no_rematch() -> None:
    code, _ = await counting_down()
    with pytest.raises(RefusedError, match=r"^not-seated: You weren't in this race\.$"):
        await storage.rematch(code, 0, "192.0.2.7", at(END))
