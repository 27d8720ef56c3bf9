"""A worker process: threads that run the tasks of a queue each, and one that runs chores."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Final

from django.db import Error, close_old_connections
from django.utils.crypto import get_random_string
from django_tasks import (
    DEFAULT_TASK_BACKEND_ALIAS,
    DEFAULT_TASK_QUEUE_NAME,
    TaskResultStatus,
)
from django_tasks_db.management.commands.db_worker import Worker as DBWorker
from django_tasks_db.models import DBTaskResult

from games import tracing
from games.background.chore import Chore
from games.background.outage import outage
from games.background.queue import recover, renew
from games.logged import about
from games.metrics import TASKS

logger = logging.getLogger(__name__)

POLL: Final = 0.25
"""Seconds between polls of the queues."""

TICK: Final = 0.25
"""Seconds between checks for due chores."""

AFTER_ERROR: Final = 2.0
"""Seconds before retrying, for instance while the database does not answer."""

LEAVING: Final = 5.0
"""Seconds that a stopped worker has for its chore and for giving tasks back. It then ends all the
same: a database that does not answer would hold it up, and another worker takes lost tasks over."""

LANES: Final = (DEFAULT_TASK_QUEUE_NAME, *["deliveries"] * 4)
"""The queue of each lane. Deliveries wait for machines of others, so they have their own."""


class ReadyQueues:
    """The queues with tasks to run. All lanes share one poll: each poll connects anew."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._queues: frozenset[str] = frozenset()
        self._fresh_until = -math.inf

    def __contains__(self, queue: object) -> bool:
        with self._lock:
            if time.monotonic() >= self._fresh_until:
                ready = DBTaskResult.objects.ready().order_by()
                self._queues = frozenset(ready.values_list("queue_name", flat=True).distinct())
                # A little less than a poll, so that the lane which asked asks again.
                self._fresh_until = time.monotonic() + 0.9 * POLL
            return queue in self._queues

    def forget(self) -> None:
        """Ask again at the next poll: tasks have been run."""
        self._fresh_until = -math.inf


class Lane(DBWorker):
    """The library's worker, in a thread of its own, for the tasks of a queue."""

    def __init__(self, queue: str, ready: ReadyQueues | None = None) -> None:
        super().__init__(
            queue_names=[queue],
            interval=0,
            batch=True,
            backend_name=DEFAULT_TASK_BACKEND_ALIAS,
            startup_delay=False,
            max_tasks=None,
            worker_id=get_random_string(32),
            excluded_queue_names=[],
        )
        self._queue = queue
        self._ready = ready or ReadyQueues()
        self.current: DBTaskResult[..., object] | None = None
        """The task that runs."""

    def serve(self) -> None:
        """Run tasks as they come, for ever."""
        while True:
            pause = POLL
            try:
                # The library's worker locks the whole SQLite database to poll; a read does not.
                if self._queue in self._ready:
                    self.run()
                    self._ready.forget()
            except Exception as error:
                # Without this thread the worker would go on queueing tasks that no one runs.
                pause = AFTER_ERROR
                if not outage.blames(error):
                    logger.exception("Running tasks failed; trying again in %g seconds", pause)
            close_old_connections()
            time.sleep(pause)

    def run_task(self, db_task_result: DBTaskResult[..., object]) -> None:
        self.current = db_task_result
        name = db_task_result.task_path
        with about(task=f"{name} {db_task_result.pk}"), tracing.span(f"task {name}") as span:
            super().run_task(db_task_result)
            failed = db_task_result.status == TaskResultStatus.FAILED
            span.say(f"task {name}", failed=failed)
        TASKS.labels(db_task_result.task_path, db_task_result.status.lower()).inc()
        self.current = None

    def give_back(self) -> None:
        """Queue the running task again, for another worker."""
        if task := self.current:
            unfinished = DBTaskResult.objects.running().filter(pk=task.pk)
            unfinished.update(status=TaskResultStatus.READY)


class Worker:
    """Tasks and chores in parallel threads; the solver's search releases the GIL."""

    def __init__(self, chores: Iterable[Chore], lost_after: timedelta) -> None:
        def recover_lost() -> None:
            held = [task.pk for lane in self.lanes if (task := lane.current)]
            if held:
                renew(held, lost_after)
            recover(lost_after)

        ready = ReadyQueues()
        self.lanes = [Lane(queue, ready) for queue in LANES]
        self.chores = [Chore(recover_lost, every=5), *chores]
        self._is_leaving = threading.Event()

    def run(self, is_wanted: Callable[[], bool]) -> None:
        """Work while `is_wanted` returns true, then queue unfinished tasks again."""
        for lane in self.lanes:
            threading.Thread(target=lane.serve, daemon=True).start()
        # This thread never waits for the database, so it heeds a signal at once.
        chores = threading.Thread(target=self._do_chores, daemon=True)
        chores.start()
        while is_wanted():
            time.sleep(TICK)
        self._is_leaving.set()
        leave = threading.Thread(target=self._give_back, daemon=True)
        leave.start()
        until = time.monotonic() + LEAVING
        for thread in (leave, chores):
            thread.join(max(0.0, until - time.monotonic()))

    def _do_chores(self) -> None:
        """Do each chore when it is due, until the worker leaves."""
        due = [0.0 for _ in self.chores]
        while not self._is_leaving.is_set():
            for number, chore in enumerate(self.chores):
                if self._is_leaving.is_set() or not outage.is_over():
                    break
                if time.monotonic() >= due[number]:
                    due[number] = time.monotonic() + chore.every
                    chore.attempt()
            close_old_connections()
            self._is_leaving.wait(TICK)

    def _give_back(self) -> None:
        """Queue the unfinished tasks again."""
        try:
            for lane in self.lanes:
                lane.give_back()
        except Error as error:
            if not outage.blames(error):
                logger.exception("Unfinished tasks couldn't be queued again")
