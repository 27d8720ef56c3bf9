"""A time in which the database serves nothing, which a worker waits out."""

from __future__ import annotations

import logging
import threading
from typing import Final

from django.db import Error
from django_tasks_db.models import DBTaskResult

from games.models.database.availability import is_unavailable, lacks_tables

logger = logging.getLogger(__name__)


class Outage:
    """Logs once that the database is down, full or not migrated, and once that it serves again.

    The threads of a worker share it, since all of them fail at once.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_on = False

    def blames(self, error: BaseException) -> bool:
        """Tell whether an error is of an outage; log the first one of each."""
        if lacks_tables(error):
            why = "Migrations are missing"
        elif is_unavailable(error):
            why = "The database can't be used"
        else:
            return False
        with self._lock:
            if not self._is_on:
                self._is_on = True
                reason = str(error).partition("\n")[0]
                logger.error("%s; waiting until that has changed: %s", why, reason)
        return True

    def is_over(self) -> bool:
        """Tell whether the database serves; while it didn't, ask it."""
        with self._lock:
            if not self._is_on:
                return True
            try:
                DBTaskResult.objects.exists()
            except Error:
                return False
            self._is_on = False
        logger.warning("The database can be used again.")
        return True


outage: Final = Outage()
