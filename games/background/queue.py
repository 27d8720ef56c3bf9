"""The task queue: duplicates are not queued, and lost tasks are queued again."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone
from django_tasks import DEFAULT_TASK_QUEUE_NAME, TaskResultStatus
from django_tasks.base import DEFAULT_TASK_PRIORITY, Task
from django_tasks_db.models import DBTaskResult

logger = logging.getLogger(__name__)

ATTEMPTS = 3
"""How many workers a task may kill before it has failed, and how often it may fail before it is
given up."""

AT_ONCE = 50
"""How many missing tasks are queued at once."""

KEPT = timedelta(days=1)
"""How long a finished task is kept."""

KEPT_FAILED = timedelta(days=14)
"""How long a failed task is kept, for an administrator to look at."""


def enqueue_once(task: Task[..., Any], *arguments: Any) -> bool:
    """Queue a task unless the same one is waiting, running, or has failed too often lately."""
    same = DBTaskResult.objects.filter(
        task_path=task.module_path, args_kwargs={"args": list(arguments), "kwargs": {}}
    )
    if same.filter(status__in=(TaskResultStatus.READY, TaskResultStatus.RUNNING)).exists():
        return False
    if same.failed().count() >= ATTEMPTS:
        return False
    task.enqueue(*arguments)
    return True


def enqueue_missing(task: Task[..., Any], missing: QuerySet[Any], field: str = "pk") -> None:
    """Queue a task for the first of the missing, by the id in a field, without those given up.

    Those would never leave the front of the line, and enough of them would end it.
    """
    failed = DBTaskResult.objects.failed().filter(task_path=task.module_path)
    failures = Counter(sent["args"][0] for sent in failed.values_list("args_kwargs", flat=True))
    given_up = [pk for pk, count in failures.items() if count >= ATTEMPTS]
    wanted = missing.exclude(**{f"{field}__in": given_up})
    for pk in wanted.values_list(field, flat=True)[:AT_ONCE]:
        enqueue_once(task, pk)


def is_urgent_waiting() -> bool:
    """Return whether a task of higher than default priority waits for the solver."""
    ready = DBTaskResult.objects.ready().filter(queue_name=DEFAULT_TASK_QUEUE_NAME)
    return ready.filter(priority__gt=DEFAULT_TASK_PRIORITY).exists()


def renew(tasks: Collection[UUID], lost_after: timedelta) -> None:
    """Keep the tasks that a living worker runs from counting as lost, however slow its machine is.

    Their start is the lease: most tasks end before theirs is written again.
    """
    now = timezone.now()
    held = DBTaskResult.objects.running().filter(pk__in=tasks)
    held.filter(started_at__lt=now - lost_after / 3).update(started_at=now)


def recover(lost_after: timedelta) -> None:
    """Queue again the tasks started so long ago that their worker must have died."""
    for lost in DBTaskResult.objects.running().filter(started_at__lt=timezone.now() - lost_after):
        status = TaskResultStatus.READY
        if len(lost.worker_ids) >= ATTEMPTS:
            status = TaskResultStatus.FAILED
        # Compare-and-set: its worker may have finished it just now.
        still = DBTaskResult.objects.running().filter(pk=lost.pk, started_at=lost.started_at)
        if still.update(status=status, finished_at=timezone.now()):
            logger.warning("Task %s (%s) was lost: %s", lost.task_path, lost.pk, status.lower())


def prune(now: datetime) -> None:
    """Delete the tasks that finished some time ago."""
    DBTaskResult.objects.filter(
        Q(status=TaskResultStatus.SUCCESSFUL, finished_at__lt=now - KEPT)
        | Q(status=TaskResultStatus.FAILED, finished_at__lt=now - KEPT_FAILED)
    ).delete()
