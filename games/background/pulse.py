"""The pulse of a process: it tells the database that it runs, for the operator's page."""

from __future__ import annotations

import logging
import os
import secrets
import socket
import threading
import time
from dataclasses import asdict
from typing import Final

from django.conf import settings
from django.db import Error, connection
from django.utils import timezone

from games.background.recent import Recent
from games.models import Process
from games.models.database.availability import is_unavailable
from games.models.database.process import EVERY

logger = logging.getLogger(__name__)

ALL: Final = "all"
WORKER: Final = "worker"


class Outage:
    """Logs once that the database is gone and once that it is back."""

    def __init__(self) -> None:
        self._is_on = False

    def begin(self, error: Error) -> None:
        """Note that the process could not be reported."""
        if not self._is_on:
            self._is_on = True
            logger.error("The database can't be used: %s", str(error).partition("\n")[0])

    def end(self) -> None:
        """Note that it could."""
        if self._is_on:
            self._is_on = False
            logger.warning("The database can be used again.")


def start_pulse(role: str) -> None:
    """Report this process from a thread of its own, for as long as it lives."""
    process = _this(role)
    metrics = settings.METRICS_ADDRESS
    measured = f", metrics at {metrics[0]}:{metrics[1]}" if metrics else ""
    # A site in one process: the command that runs it says so itself.
    if role != ALL:
        logger.info(
            "Started: %s, pid %s, release %s%s", role, process.pid, process.release, measured
        )
    threading.Thread(target=_beat, args=(process,), name="pulse", daemon=True).start()


def stopped(role: str) -> None:
    """Log that this process ends in order."""
    if role != ALL:
        logger.info("Stopped: %s, pid %s", role, os.getpid())


def _beat(process: Process) -> None:
    recent, outage = Recent(), Outage()
    while True:
        process.seen_at = timezone.now()
        process.figures = asdict(recent.figures(time.monotonic()))
        try:
            Process.objects.report(process)
            outage.end()
        except Error as error:
            # A worker logs outages itself: its tasks wait for the end.
            if process.role != WORKER and is_unavailable(error):
                outage.begin(error)
            logger.debug("The process could not be reported: %s", error)
        finally:
            connection.close()
        time.sleep(EVERY.total_seconds())


def _this(role: str) -> Process:
    return Process(
        key=secrets.token_hex(16),
        role=role,
        host=socket.gethostname()[:255],
        pid=os.getpid(),
        release=f"{settings.VERSION}-{settings.STATIC_FINGERPRINT}",
        started_at=timezone.now(),
    )
