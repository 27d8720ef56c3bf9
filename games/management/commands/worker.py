"""Do the background work: `python manage.py worker`."""

from __future__ import annotations

import os
import signal
import sys
from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.conf import settings
from prometheus_client import REGISTRY

from games import metrics, tracing
from games.api.webhooks import deliveries
from games.background.figures import StoredFigures
from games.background.pulse import WORKER, start_pulse, stopped
from games.background.worker import Worker
from games.management.long_command import duration, positive
from games.management.service_command import ServiceCommand
from games.pages.people.notices import deliveries as notices
from games.tasks import CHORES


class Command(ServiceCommand):
    """Run tasks until stopped. Any number of workers may run, and may be killed at any moment."""

    help = "Do the background work: prove deals, analyse races, deliver events, tell players."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--lost-after",
            type=duration,
            default=300.0,
            metavar="SECONDS",
            help="how long after a worker was last heard of its tasks count as lost and run again"
            " (default: %(default)s)",
        )
        parser.add_argument(
            "--parent", type=positive, help="stop when the parent is no longer this process"
        )

    def handle(self, *args: Any, lost_after: float, parent: int | None, **options: Any) -> None:
        self._is_wanted = True
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, self._stop)
        # Players come before searches; with the lowest priority, a busy machine would leave the
        # first deals nothing for long.
        os.nice(5)
        if parent is not None:
            # The server handles Ctrl-C.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        if settings.METRICS_ADDRESS:
            REGISTRY.register(StoredFigures())
            metrics.serve(settings.METRICS_ADDRESS)
        if settings.TRACES:
            tracing.start(WORKER, settings.VERSION)
        start_pulse(WORKER)
        worker = Worker(
            (*CHORES, *deliveries.CHORES, *notices.CHORES), timedelta(seconds=lost_after)
        )
        worker.run(lambda: self._is_wanted and parent in (None, os.getppid()))
        stopped(WORKER)
        tracing.stop()
        sys.stdout.flush()
        # A search can't be interrupted before it ends, but may be abandoned at any moment.
        os._exit(0)

    def _stop(self, *_signal: object) -> None:
        self._is_wanted = False
