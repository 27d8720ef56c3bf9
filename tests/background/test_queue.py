"""The queue: nothing twice, nothing lost, nothing tried for ever."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games.background.queue import ATTEMPTS, KEPT, KEPT_FAILED, enqueue_once, prune, recover
from games.tasks import fill_stock

pytestmark = pytest.mark.django_db

RULES = "applegate/standard"
MINUTE = timedelta(minutes=1)


def only_task() -> DBTaskResult[..., object]:
    return DBTaskResult.objects.get()


def begun(ago: timedelta, times: int = 1) -> DBTaskResult[..., object]:
    """A task under way that a worker has begun some time ago."""
    fill_stock.enqueue(RULES)
    for number in range(times):
        only_task().claim(f"worker {number}")
    DBTaskResult.objects.update(started_at=timezone.now() - ago)
    return only_task()


def test_the_same_is_queued_once_and_something_else_beside_it() -> None:
    assert enqueue_once(fill_stock, RULES)
    assert not enqueue_once(fill_stock, RULES)
    assert enqueue_once(fill_stock, "applegate/pysol")


def test_what_is_under_way_is_not_queued_again() -> None:
    begun(MINUTE)
    assert not enqueue_once(fill_stock, RULES)


def test_what_is_done_may_be_queued_again() -> None:
    begun(MINUTE).set_successful(0)
    assert enqueue_once(fill_stock, RULES)


def test_what_fails_is_left_alone_in_the_end() -> None:
    for _ in range(ATTEMPTS):
        assert enqueue_once(fill_stock, RULES)
        DBTaskResult.objects.ready().get().set_failed(ValueError("no such deal"))
    assert not enqueue_once(fill_stock, RULES)


def test_what_a_dead_worker_had_begun_is_queued_again() -> None:
    begun(2 * MINUTE)
    recover(MINUTE)
    assert DBTaskResult.objects.ready().count() == 1


def test_what_a_worker_has_begun_just_now_is_left_to_it() -> None:
    begun(MINUTE)
    recover(2 * MINUTE)
    assert DBTaskResult.objects.running().count() == 1


def test_what_ends_every_worker_is_left_alone_in_the_end() -> None:
    begun(2 * MINUTE, times=ATTEMPTS)
    recover(MINUTE)
    assert DBTaskResult.objects.failed().count() == 1
    assert not DBTaskResult.objects.ready().exists()


def test_the_done_are_forgotten_after_a_day_the_failed_after_two_weeks() -> None:
    begun(MINUTE).set_successful(0)
    prune()
    assert DBTaskResult.objects.update(finished_at=timezone.now() - KEPT - MINUTE) == 1
    prune()
    assert not DBTaskResult.objects.exists()

    begun(MINUTE).set_failed(ValueError("no such deal"))
    DBTaskResult.objects.update(finished_at=timezone.now() - KEPT - MINUTE)
    prune()
    assert DBTaskResult.objects.update(finished_at=timezone.now() - KEPT_FAILED - MINUTE) == 1
    prune()
    assert not DBTaskResult.objects.exists()
