"""The queue never duplicates, loses or endlessly retries a task."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games.background.queue import ATTEMPTS, KEPT, KEPT_FAILED, enqueue_once, prune, recover
from games.background.worker import Worker
from games.models import Player, Review
from games.tasks import fill_stock, keep_reviews
from tests.models.stored_races import started_race

pytestmark = pytest.mark.django_db

RULES = "applegate/standard"
MINUTE = timedelta(minutes=1)


def only_task() -> DBTaskResult[..., object]:
    return DBTaskResult.objects.get()


def begun(ago: timedelta, times: int = 1) -> DBTaskResult[..., object]:
    """Return a running task that a worker started some time ago."""
    fill_stock.enqueue(RULES)
    for number in range(times):
        only_task().claim(f"worker {number}")
    DBTaskResult.objects.update(started_at=timezone.now() - ago)
    return only_task()


def test_a_task_is_queued_once_per_set_of_arguments() -> None:
    assert enqueue_once(fill_stock, RULES)
    assert not enqueue_once(fill_stock, RULES)
    assert enqueue_once(fill_stock, "applegate/pysol")


def test_a_running_task_is_not_queued_again() -> None:
    begun(MINUTE)
    assert not enqueue_once(fill_stock, RULES)


def test_a_finished_task_may_be_queued_again() -> None:
    begun(MINUTE).set_successful(0)
    assert enqueue_once(fill_stock, RULES)


def test_a_task_that_keeps_failing_is_given_up() -> None:
    for _ in range(ATTEMPTS):
        assert enqueue_once(fill_stock, RULES)
        DBTaskResult.objects.ready().get().set_failed(ValueError("no such deal"))
    assert not enqueue_once(fill_stock, RULES)


def test_what_was_given_up_does_not_hold_up_the_rest(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.background.queue.AT_ONCE", 1)
    first, second = started_race(alice, bob).entries.order_by("pk")
    for entry in (first, second):
        Review.objects.ask_for(entry)
    for _ in range(ATTEMPTS):
        keep_reviews()
        task = DBTaskResult.objects.ready().get()
        assert task.args_kwargs["args"] == [first.pk]
        task.set_failed(ValueError("no such deal"))
    keep_reviews()
    assert DBTaskResult.objects.ready().get().args_kwargs["args"] == [second.pk]


def test_the_task_of_a_dead_worker_is_queued_again() -> None:
    begun(2 * MINUTE)
    recover(MINUTE)
    assert DBTaskResult.objects.ready().count() == 1


def test_a_task_that_started_just_now_is_left_to_its_worker() -> None:
    begun(MINUTE)
    recover(2 * MINUTE)
    assert DBTaskResult.objects.running().count() == 1


def test_a_task_that_a_living_worker_takes_long_for_is_left_to_it() -> None:
    worker, other = Worker((), MINUTE), Worker((), MINUTE)
    worker.lanes[0].current = begun(2 * MINUTE)
    for each in (worker, other):
        each.chores[0].attempt()
    assert DBTaskResult.objects.running().count() == 1
    worker.lanes[0].current = None
    DBTaskResult.objects.update(started_at=timezone.now() - 2 * MINUTE)
    other.chores[0].attempt()
    assert DBTaskResult.objects.ready().count() == 1


def test_a_task_that_kills_every_worker_is_given_up() -> None:
    begun(2 * MINUTE, times=ATTEMPTS)
    recover(MINUTE)
    assert DBTaskResult.objects.failed().count() == 1
    assert not DBTaskResult.objects.ready().exists()


def test_finished_tasks_are_kept_for_a_day_and_failed_ones_for_two_weeks() -> None:
    begun(MINUTE).set_successful(0)
    prune(timezone.now())
    assert DBTaskResult.objects.update(finished_at=timezone.now() - KEPT - MINUTE) == 1
    prune(timezone.now())
    assert not DBTaskResult.objects.exists()

    begun(MINUTE).set_failed(ValueError("no such deal"))
    DBTaskResult.objects.update(finished_at=timezone.now() - KEPT - MINUTE)
    prune(timezone.now())
    assert DBTaskResult.objects.update(finished_at=timezone.now() - KEPT_FAILED - MINUTE) == 1
    prune(timezone.now())
    assert not DBTaskResult.objects.exists()
