"""Retrying the start of a race while another process has it locked."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from typing import Any

import pytest

from games.live import storage
from games.live.database_thread import UnavailableError
from games.live.starts import ASK_AGAIN, Starts
from games.live.storage import StoredState
from games.racing import Clock
from tests.clocks import at

DEALT = StoredState(version=3, dealt=True, played=False)


class Races:
    """Replaces the stored races: some are locked, and every query is counted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.held: set[str] = set()
        self.there = {"HELD", "FREE"}
        self.error: Exception | None = None
        self.asked: list[tuple[str, ...]] = []
        self.delays: list[float] = []
        self._loop = asyncio.get_running_loop()
        monkeypatch.setattr(storage, "deal_out", self._deal_out)
        monkeypatch.setattr(self._loop, "call_later", self._call_later)

    async def _deal_out(
        self, codes: Collection[str], _clock: Clock
    ) -> Mapping[str, StoredState | None]:
        self.asked.append(tuple(codes))
        await asyncio.sleep(0)
        if self.error is not None:
            raise self.error
        return {code: None if code in self.held else DEALT for code in codes if code in self.there}

    def _call_later(self, delay: float, call: Any, *arguments: Any) -> object:
        # Time passes at once, and is recorded.
        self.delays.append(delay)
        return self._loop.call_soon(call, *arguments)


async def turns(count: int) -> None:
    """Let the event loop run this many turns."""
    for _ in range(count):
        await asyncio.sleep(0)


async def test_a_locked_race_is_retried_ever_less_often_and_delays_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    races = Races(monkeypatch)
    dealing = Starts(at(0))
    races.held.add("HELD")
    held = asyncio.ensure_future(dealing.deal("HELD"))
    assert await dealing.deal("FREE") == DEALT
    while len(races.delays) < 7:
        await turns(1)
    assert not held.done()
    first, most = ASK_AGAIN
    assert races.delays[:7] == [first, 2 * first, 4 * first, 8 * first, 16 * first, most, most]
    races.held.clear()
    assert await held == DEALT
    races.delays.clear()
    races.held.add("HELD")
    again = asyncio.ensure_future(dealing.deal("HELD"))
    while not races.delays:
        await turns(1)
    assert races.delays == [first]
    again.cancel()


async def test_a_race_is_not_queried_once_all_waits_are_cancelled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    races = Races(monkeypatch)
    dealing = Starts(at(0))
    races.held.add("HELD")
    held = asyncio.ensure_future(dealing.deal("HELD"))
    while not races.delays:
        await turns(1)
    held.cancel()
    await turns(10)
    count = len(races.asked)
    await turns(10)
    assert len(races.asked) == count
    assert await dealing.deal("FREE") == DEALT


async def test_requests_during_a_query_share_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    races = Races(monkeypatch)
    dealing = Starts(at(0))
    one, *others = (asyncio.ensure_future(dealing.deal(code)) for code in ("FREE", "HELD", "GONE"))
    while not races.asked:
        await turns(1)
    late = [asyncio.ensure_future(dealing.deal(code)) for code in ("FREE", "HELD")]
    assert await asyncio.gather(one, *others, *late) == [DEALT, DEALT, None, DEALT, DEALT]
    assert races.asked == [("FREE", "HELD", "GONE"), ("FREE", "HELD")]


async def test_an_error_reaches_every_waiter_and_the_next_request_retries(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    races = Races(monkeypatch)
    dealing = Starts(at(0))
    races.error = UnavailableError("away")
    waiting = [asyncio.ensure_future(dealing.deal(code)) for code in ("FREE", "FREE", "HELD")]
    found = await asyncio.gather(*waiting, return_exceptions=True)
    assert found == [races.error] * 3
    races.error = None
    assert await dealing.deal("FREE") == DEALT
