"""Whether a process should get visitors now, and if not, why."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import Redis, RedisError

from games.live.web_process import drain
from games.pages.site import health

logger = logging.getLogger(__name__)

MIGRATIONS_MISSING: Final = "migrations-missing"

BORNE: Final = {"redis-down"}
"""Reasons that keep no visitors away. All processes lose Redis at once, and races go on without."""

PATIENCE: Final = 2.0
"""Seconds until Redis counts as down."""


class Readiness:
    """What keeps this process from being ready, checked at most once every few seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._reasons: list[str] = []
        self._until: float | None = None
        self._is_migrated = False
        self._misses_redis = False

    def reasons(self) -> list[str]:
        """Return what is wrong, of which all but `BORNE` keep visitors away."""
        if self._until is None or self._clock() >= self._until:
            self._reasons = [*self._of_database(), *self._of_redis()]
            self._until = self._clock() + health.FRESH
        return [*self._reasons, *(["draining"] if drain.has_begun else [])]

    def _of_database(self) -> list[str]:
        state = health.health.database()
        if state == health.NOT_MIGRATED:
            return [MIGRATIONS_MISSING]
        if state != health.UP:
            return [f"database-{state}"]
        # They are never unmade while the process runs.
        self._is_migrated = self._is_migrated or _is_migrated()
        return [] if self._is_migrated else [MIGRATIONS_MISSING]

    def _of_redis(self) -> list[str]:
        """Ask Redis; log when it stops answering and when it answers again."""
        fault = fault_of_redis()
        if fault and not self._misses_redis:
            logger.error("Redis does not answer: %s", fault)
        elif self._misses_redis and not fault:
            logger.warning("Redis answers again")
        self._misses_redis = fault is not None
        return ["redis-down"] if fault else []


readiness: Final = Readiness()


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer 200 if this process should get visitors, otherwise 503; either with the reasons."""
    reasons = readiness.reasons()
    is_ready = BORNE.issuperset(reasons)
    said = {"status": "ready" if is_ready else "not-ready", "reasons": reasons}
    return JsonResponse(said, status=200 if is_ready else 503)


def _is_migrated() -> bool:
    try:
        executor = MigrationExecutor(connection)
        return not executor.migration_plan(executor.loader.graph.leaf_nodes())
    except Error:
        return False


def fault_of_redis() -> RedisError | None:
    """Return why Redis doesn't answer, if the site has one."""
    if not settings.REDIS_URL:
        return None
    waits = {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE}
    try:
        with Redis.from_url(settings.REDIS_URL, **waits) as redis:
            redis.ping()
    except RedisError as error:
        return error
    return None
