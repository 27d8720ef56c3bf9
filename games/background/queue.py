"""The queue of tasks: what is to be done once is queued once, and what has died is done again."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks.base import DEFAULT_TASK_PRIORITY, Task
from django_tasks_db.models import DBTaskResult

logger = logging.getLogger(__name__)

ATTEMPTS = 3
"""How often a task is begun that fails, or ends its worker, before it is left alone."""

KEPT = timedelta(days=1)
"""How long a task is kept that is done."""

KEPT_FAILED = timedelta(days=14)
"""How long a task is kept that has failed, for an administrator to look at."""


def enqueue_once(task: Task[..., Any], *arguments: Any) -> bool:
    """Queue a task unless the same is waiting or under way, or has failed too often lately."""
    same = DBTaskResult.objects.filter(
        task_path=task.module_path, args_kwargs={"args": list(arguments), "kwargs": {}}
    )
    if same.filter(status__in=(TaskResultStatus.READY, TaskResultStatus.RUNNING)).exists():
        return False
    if same.failed().count() >= ATTEMPTS:
        return False
    task.enqueue(*arguments)
    return True


def is_urgent_waiting() -> bool:
    """Whether a task waits that goes before the usual ones."""
    return DBTaskResult.objects.ready().filter(priority__gt=DEFAULT_TASK_PRIORITY).exists()


def recover(lost_after: timedelta) -> None:
    """Queue again what was begun so long ago that its worker must have died."""
    for lost in DBTaskResult.objects.running().filter(started_at__lt=timezone.now() - lost_after):
        status = TaskResultStatus.READY
        if len(lost.worker_ids) >= ATTEMPTS:
            status = TaskResultStatus.FAILED
        # Compare and set: its worker may have come to an end with it just now.
        still = DBTaskResult.objects.running().filter(pk=lost.pk, started_at=lost.started_at)
        if still.update(status=status, finished_at=timezone.now()):
            logger.warning("Task %s (%s) was lost: %s", lost.task_path, lost.pk, status.lower())


def prune() -> None:
    """Forget the tasks that were done some time ago."""
    now = timezone.now()
    DBTaskResult.objects.filter(
        Q(status=TaskResultStatus.SUCCESSFUL, finished_at__lt=now - KEPT)
        | Q(status=TaskResultStatus.FAILED, finished_at__lt=now - KEPT_FAILED)
    ).delete()
