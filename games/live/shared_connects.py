"""Connects by address at all processes together, counted in Redis."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, Final

from redis import RedisError

from games.metrics import REDIS_FAILURES

logger = logging.getLogger(__name__)

PATIENCE: Final = 0.5
"""Seconds until Redis counts as gone: a client waits for them."""

PAUSE: Final = 5.0
"""Seconds without Redis after it has failed, so that not every client waits for it."""

BURST_MS: Final = 2000
"""How far ahead of the rate an address may be, as in a bucket of one process."""

TAKE: Final = """
local at = redis.call('TIME')
local now = at[1] * 1000 + math.floor(at[2] / 1000)
local paid = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now) + ARGV[1]
if paid - now > tonumber(ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], string.format('%.3f', paid), 'PX', ARGV[2] + 1000)
return 1
"""
"""A bucket as one number: until when an address has paid. By Redis's clock, which all share."""


class SharedConnects:
    """The connects of each address. While Redis is gone, every process counts only its own."""

    def __init__(self, url: str, rate: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._url = url
        self._rate = rate
        self._clock = clock
        self._take: Callable[..., Any] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._rests_until = 0.0

    async def take(self, address: str) -> bool:
        """Count a connect; return False if there were too many. True if Redis doesn't answer."""
        if not self._url or not self._rate or self._clock() < self._rests_until:
            return True
        try:
            async with asyncio.timeout(PATIENCE):
                every = 1000 / self._rate
                said = await self._script()([f"samedeal:connects:{address}"], [every, BURST_MS])
        except (RedisError, OSError, TimeoutError) as error:
            self._rests_until = self._clock() + PAUSE
            REDIS_FAILURES.labels("limits").inc()
            logger.error("Redis counts no connections, so each process does: %s", error)
            return True
        return bool(said)

    def _script(self) -> Callable[..., Any]:
        """Return the script, on connections of the running loop."""
        loop = asyncio.get_running_loop()
        if self._take is None or self._loop is not loop:
            # With OpenTelemetry installed it takes longest of all to import.
            from redis.asyncio import Redis

            self._loop = loop
            redis = Redis.from_url(self._url, socket_connect_timeout=PATIENCE)
            self._take = redis.register_script(TAKE)
        return self._take
