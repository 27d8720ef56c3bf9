"""The cache that all processes share in Redis, or each has to itself while Redis is gone.

It holds the counts of limits, so without it no one could log in or start to play. Counting in each
process is laxer, but a limit all the same.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis import RedisError

from games.metrics import REDIS_FAILURES

logger = logging.getLogger(__name__)

T = TypeVar("T")

PAUSE: Final = 5.0
"""Seconds without Redis after it has failed, so that not every request waits for it."""


class Outage:
    """Whether Redis was gone when it was last asked; one for all threads of a process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until: float | None = None

    @property
    def is_on(self) -> bool:
        """Whether Redis needs no asking yet."""
        return self._until is not None and self._clock() < self._until

    def begin(self, error: Exception) -> None:
        """Note that Redis failed."""
        REDIS_FAILURES.labels("limits").inc()
        if self._until is None:
            logger.error("Redis does not answer, so each process counts for itself: %s", error)
        self._until = self._clock() + PAUSE

    def end(self) -> None:
        """Note that Redis answered."""
        if self._until is not None:
            logger.warning("Redis is back: all processes count together again")
            self._until = None


outage: Final = Outage()


class SharedCache(RedisCache):
    """Redis, or the process's own memory."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        # It drops some at random when full, and limits must not be forgotten.
        own = {key: value for key, value in params.items() if key != "OPTIONS"}
        self._own = LocMemCache("own", {**own, "OPTIONS": {"MAX_ENTRIES": 20_000}})

    def _try(self, shared: Callable[[], T], own: Callable[[], T]) -> T:
        if outage.is_on:
            return own()
        try:
            answer = shared()
        except RedisError as error:
            outage.begin(error)
            return own()
        outage.end()
        return answer

    def add(
        self,
        key: Any,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        return self._try(
            lambda: super(SharedCache, self).add(key, value, timeout, version),
            lambda: self._own.add(key, value, timeout, version),
        )

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._try(
            lambda: super(SharedCache, self).get(key, default, version),
            lambda: self._own.get(key, default, version),
        )

    def set(
        self,
        key: Any,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        self._try(
            lambda: super(SharedCache, self).set(key, value, timeout, version),
            lambda: self._own.set(key, value, timeout, version),
        )

    def delete(self, key: Any, version: int | None = None) -> bool:
        return self._try(
            lambda: super(SharedCache, self).delete(key, version),
            lambda: self._own.delete(key, version),
        )

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return self._try(
            lambda: super(SharedCache, self).incr(key, delta, version),
            lambda: self._own.incr(key, delta, version),
        )

    def has_key(self, key: Any, version: int | None = None) -> bool:
        return self._try(
            lambda: super(SharedCache, self).has_key(key, version),
            lambda: self._own.has_key(key, version),
        )

    def get_many(self, keys: Iterable[Any], version: int | None = None) -> dict[Any, Any]:
        wanted = list(keys)
        return self._try(
            lambda: super(SharedCache, self).get_many(wanted, version),
            lambda: self._own.get_many(wanted, version),
        )
