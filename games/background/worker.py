"""A worker: one thread that does tasks, and one that looks for what there is to do."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Final

from django.db import Error, close_old_connections, connection
from django.utils.crypto import get_random_string
from django_tasks import (
    DEFAULT_TASK_BACKEND_ALIAS,
    DEFAULT_TASK_QUEUE_NAME,
    TaskResultStatus,
)
from django_tasks_db.management.commands.db_worker import Worker as DBWorker
from django_tasks_db.models import DBTaskResult

from games.background.chore import Chore
from games.background.queue import recover

logger = logging.getLogger(__name__)

POLL: Final = 0.25
"""Seconds between two looks at the queue if it is empty: a hundredth of a core."""

TICK: Final = 0.25
"""Seconds between two looks at the chores."""

AFTER_ERROR: Final = 2.0
"""Seconds until a database that does not answer is tried again."""


class Lane(DBWorker):
    """The library's worker, in a thread of its own."""

    def __init__(self) -> None:
        super().__init__(
            queue_names=[DEFAULT_TASK_QUEUE_NAME],
            interval=0,
            batch=True,
            backend_name=DEFAULT_TASK_BACKEND_ALIAS,
            startup_delay=False,
            max_tasks=None,
            worker_id=get_random_string(32),
            excluded_queue_names=[],
        )
        self._current: DBTaskResult[..., object] | None = None

    def serve(self) -> None:
        """Do what comes, for ever."""
        while True:
            try:
                # The library's worker locks all of SQLite to look. Reading first disturbs nobody.
                if DBTaskResult.objects.ready().exists():
                    self.run()
                close_old_connections()
                time.sleep(POLL)
            except Error:
                logger.exception("The database does not answer; trying again")
                connection.close()
                time.sleep(AFTER_ERROR)

    def run_task(self, db_task_result: DBTaskResult[..., object]) -> None:
        self._current = db_task_result
        super().run_task(db_task_result)
        self._current = None

    def give_back(self) -> None:
        """Let another worker do again what this one is about to leave undone."""
        if task := self._current:
            unfinished = DBTaskResult.objects.running().filter(pk=task.pk)
            unfinished.update(status=TaskResultStatus.READY)


class Worker:
    """Tasks and chores, side by side: the search of the solver lets other threads run."""

    def __init__(self, chores: Iterable[Chore], lost_after: timedelta) -> None:
        self._lane = Lane()
        self._chores = [Chore(lambda: recover(lost_after), every=5), *chores]

    def run(self, is_wanted: Callable[[], bool]) -> None:
        """Work until it is not wanted any more; what is not finished by then is queued again."""
        threading.Thread(target=self._lane.serve, daemon=True).start()
        due = [0.0 for _ in self._chores]
        while is_wanted():
            for number, chore in enumerate(self._chores):
                if time.monotonic() >= due[number]:
                    due[number] = time.monotonic() + chore.every
                    self._do(chore)
            close_old_connections()
            time.sleep(TICK)
        self._lane.give_back()

    @staticmethod
    def _do(chore: Chore) -> None:
        try:
            chore.do()
        except Error:
            logger.exception("The database does not answer; trying again")
            connection.close()
