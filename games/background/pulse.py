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
from games.models.database.process import EVERY

logger = logging.getLogger(__name__)

WORKER: Final = "worker"


def start_pulse(role: str) -> None:
    """Report this process from a thread of its own, for as long as it lives."""
    threading.Thread(target=_beat, args=(role,), name="pulse", daemon=True).start()


def _beat(role: str) -> None:
    process, recent = _this(role), Recent()
    while True:
        process.seen_at = timezone.now()
        process.figures = asdict(recent.figures(time.monotonic()))
        try:
            Process.objects.report(process)
        except Error as error:
            # Requests and tasks that need the database log its failure at a higher level.
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
