"""A time in which the database serves nothing, which a worker waits out."""

from __future__ import annotations

import logging
import threading
import time
from typing import Final

from django.db import Error, connection
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games.models.database.availability import (
    StorageProbe,
    is_busy,
    is_unavailable,
    lacks_tables,
)

logger = logging.getLogger(__name__)

LATE: Final = 2.0
"""Seconds after the end of an outage in which a thread may still report an error from within it."""


class Outage:
    """Logs once that the database is down, full or not migrated, and once that it serves again.

    The threads of a worker share it, since all of them fail at once.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_on = False
        self._ended = -LATE

    def blames(self, error: BaseException) -> bool:
        """Tell whether an error is of an outage; log the first one of each."""
        is_behind = lacks_tables(error)
        if is_behind:
            why = "Migrations are missing"
        elif is_unavailable(error):
            why = "The database can't be used"
        else:
            return False
        with self._lock:
            # A thread that has waited for a connection may fail, or find its own broken, only after
            # the end. The lock is held while the database is asked, or the answer would be old.
            # Migrations may be missing of tables that it isn't asked for.
            is_new = is_behind and time.monotonic() - self._ended >= LATE
            if not self._is_on and (is_new or not _serves()):
                self._is_on = True
                reason = str(error).partition("\n")[0]
                logger.error("%s; waiting until that has changed: %s", why, reason)
        return True

    def is_over(self) -> bool:
        """Tell whether the database serves; while it didn't, ask it."""
        with self._lock:
            if not self._is_on:
                return True
            if not _serves():
                return False
            self._is_on = False
            self._ended = time.monotonic()
        logger.warning("The database can be used again.")
        return True


def _serves() -> bool:
    """Tell whether the database reads the queue and takes a write, on a connection that works."""
    connection.close_if_unusable_or_obsolete()
    try:
        DBTaskResult.objects.exists()
        StorageProbe.write(timezone.now())
    except Error as error:
        return is_busy(error)
    return True


outage: Final = Outage()
