"""The health check."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models.database.availability import StorageProbe, is_busy, lacks_tables
from games.models.database.unmigrated import unmigrated

logger = logging.getLogger(__name__)

FRESH: Final = 5.0
"""Seconds for which a result is reused, since anyone may ask and each check writes."""

UP: Final = "up"
DOWN: Final = "down"
NOT_WRITABLE: Final = "not-writable"
NOT_MIGRATED: Final = "not-migrated"


class Health:
    """The state of the database, checked at most once every `FRESH` seconds of `clock`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._state = UP
        self._until: float | None = None

    def database(self) -> str:
        """Return `UP` or `DOWN`, or `NOT_WRITABLE` or `NOT_MIGRATED` if it only answers."""
        if self._until is None or self._clock() >= self._until:
            self._state = _state()
            self._until = self._clock() + FRESH
        return self._state


health: Final = Health()


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 while the database can be read and written, otherwise 503."""
    state = health.database()
    if state == UP:
        return JsonResponse({"status": "up", "database": state})
    return JsonResponse({"status": "down", "database": state}, status=503)


def _state() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error as error:
        logger.error("The database does not answer: %s", _reason(error))
        return DOWN
    try:
        StorageProbe.write(timezone.now())
    except Error as error:
        if lacks_tables(error):
            unmigrated.report(error)
            return NOT_MIGRATED
        if not is_busy(error):
            logger.error("The database cannot be written: %s", _reason(error))
            return NOT_WRITABLE
    return UP


def _reason(error: Exception) -> str:
    return str(error).partition("\n")[0]
