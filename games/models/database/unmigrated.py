"""What the log says while a database isn't migrated."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

from django.db import Error, connection

logger = logging.getLogger(__name__)

QUIET: Final = 60.0
"""Seconds for which one line is enough: health checks and pages fail all the time."""


class Unmigrated:
    """Log what to do, at most once every `QUIET` seconds of `clock`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until: float | None = None

    def report(self, error: BaseException) -> None:
        """Log that a query found no table, or not the column that it needs."""
        now = self._clock()
        if self._until is not None and now < self._until:
            return
        self._until = now + QUIET
        if _is_empty():
            logger.error("The database has no tables yet: run manage.py migrate")
        else:
            reason = str(error).partition("\n")[0]
            logger.error("Migrations are missing (%s): run manage.py migrate", reason)


unmigrated: Final = Unmigrated()


def _is_empty() -> bool:
    try:
        return not connection.introspection.table_names()
    except Error:
        return False
