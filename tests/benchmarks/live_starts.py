"""Races that start at the same moment: dealt in a batch by `Starts`, or one query each."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import django

django.setup()

from asgiref.sync import sync_to_async  # noqa: E402
from django.db import connections  # noqa: E402

from games import racing  # noqa: E402
from games.live import storage  # noqa: E402
from games.live.starts import Starts  # noqa: E402
from games.models import Player, Race  # noqa: E402
from games.models.races.new_race import new_race  # noqa: E402
from games.models.races.transition import change_race  # noqa: E402
from tests.clocks import at  # noqa: E402

RACES: Final = 50
NOW: Final = 1_700_000_000_000
ZERO: Final = NOW + 5_000


async def together() -> float:
    """Return the milliseconds until `Starts` has dealt all of them."""
    starts = Starts(at(ZERO))
    return await _dealt(starts.deal)


async def one_by_one() -> float:
    """Return the milliseconds until all are dealt, each by its own query."""

    async def deal(code: str) -> None:
        await storage.deal_out((code,), at(ZERO))

    return await _dealt(deal)


async def _dealt(deal: Callable[[str], Awaitable[object]]) -> float:
    codes = await sync_to_async(_counting_down)()
    began = time.perf_counter()
    await asyncio.gather(*(deal(code) for code in codes))
    return (time.perf_counter() - began) * 1e3


def _counting_down() -> list[str]:
    """Open the races, each of one player, and start their countdowns."""
    codes = []
    for _ in range(RACES):
        host = Player.objects.create_guest()
        race = new_race(host, "agnes-sorel", at(NOW))
        change_race(race.code, partial(_start, host.pk), at(NOW))
        codes.append(race.code)
    assert Race.objects.filter(code__in=codes, dealt_at=None).count() == RACES
    return codes


def _start(host: int, race: racing.Race, now: int) -> racing.Race:
    return race.start(host, now)


async def _disconnect() -> None:
    await sync_to_async(connections.close_all)()


def disconnect() -> None:
    """Close the connections to the database, so that it can be dropped."""
    asyncio.run(_disconnect())
    connections.close_all()
