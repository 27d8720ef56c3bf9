"""The metrics of what the database holds, which workers serve."""

from __future__ import annotations

import time
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from prometheus_client import CollectorRegistry

from games.background.figures import StoredFigures
from games.models import Proof, SavedBackup
from games.tasks import fill_stock
from tests.background.workers import PATIENCE, Crew
from tests.processes import BACKENDS, free_port
from tests.scraping import Scrape, counted

IDLE = {"queue": "default", "status": "running"}


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_worker_serves_them(crew: Crew) -> None:
    address = f"127.0.0.1:{free_port()}"
    crew.environment = {**crew.environment, "METRICS_ADDRESS": address, "STOCK": "0"}
    crew.ask("from games.tasks import fill_stock; fill_stock.enqueue('agnes-sorel/standard')")
    crew.start()
    crew.wait_until("not DBTaskResult.objects.exclude(status='SUCCESSFUL').exists()")
    until = time.monotonic() + PATIENCE
    ran = {"task": "games.tasks.fill_stock", "result": "successful"}
    while (found := Scrape.of(address)).value("samedeal_tasks_total", **ran) < 1:
        assert time.monotonic() < until
        time.sleep(0.1)
    assert found.value("samedeal_database_up") == 1
    crew.wait_until("Process.objects.filter(role='worker').exists()")
    assert found.labels("samedeal_races", "kind") >= {"casual", "ranked", "event"}
    assert found.labels("samedeal_races", "state") == {"open", "starting", "running"}
    assert found.labels("samedeal_queue_age_seconds", "queue") == {"default", "deliveries"}
    assert found.labels("samedeal_stock_deals", "difficulty") == {"easy", "medium", "hard"}


@pytest.mark.django_db(transaction=True)
def test_the_oldest_waiting_task_tells_the_age_of_its_queue() -> None:
    figures = CollectorRegistry()
    figures.register(StoredFigures())
    assert figures.get_sample_value("samedeal_queue_age_seconds", {"queue": "default"}) == 0
    for hours in (1, 2):
        fill_stock.enqueue("agnes-sorel/standard")
        last = DBTaskResult.objects.order_by("enqueued_at").last()
        assert last is not None
        DBTaskResult.objects.filter(pk=last.pk).update(
            enqueued_at=timezone.now() - timedelta(hours=hours)
        )
    age = figures.get_sample_value("samedeal_queue_age_seconds", {"queue": "default"})
    assert age is not None
    assert 7200 <= age < 7300
    ready = {"queue": "default", "status": "ready"}
    assert figures.get_sample_value("samedeal_queue_tasks", ready) == 2
    assert figures.get_sample_value("samedeal_queue_tasks", IDLE) == 0


@pytest.mark.django_db(transaction=True)
def test_the_age_of_the_last_backup_is_told_or_that_of_the_site() -> None:
    def age() -> float:
        figures = CollectorRegistry()
        figures.register(StoredFigures())
        seconds = figures.get_sample_value("samedeal_backup_age_seconds")
        assert seconds is not None
        return seconds

    before = timezone.now() - timedelta(days=3)
    MigrationRecorder.Migration.objects.update(applied=before)
    assert age() == pytest.approx(3 * 86_400, abs=60)
    SavedBackup.objects.note(1_000, timezone.now() - timedelta(hours=5))
    assert age() == pytest.approx(5 * 3_600, abs=60)


@pytest.mark.django_db(transaction=True)
def test_secret_winnable_deals_are_counted_by_preset_and_difficulty() -> None:
    for number, difficulty, is_secret in (
        *((1, "easy", True), (2, "hard", True), (3, "hard", True)),
        *((4, "hard", False), (5, "", True)),
    ):
        key = bytes([number] * 32)
        rules = "freecell/standard"
        Proof.objects.store(rules, key, "winnable", 7, "t1t2", difficulty, secret=is_secret)
    figures = CollectorRegistry()
    figures.register(StoredFigures())
    assert {
        difficulty: figures.get_sample_value(
            "samedeal_stock_deals", {"rules": "freecell/standard", "difficulty": difficulty}
        )
        for difficulty in ("easy", "medium", "hard")
    } == {"easy": 1, "medium": 0, "hard": 2}


@pytest.mark.django_db(transaction=True)
def test_without_the_database_only_its_outage_is_told() -> None:
    figures = CollectorRegistry()
    figures.register(StoredFigures())
    before = counted("samedeal_database_failures_total", of="metrics")
    with patch("games.background.figures.races", side_effect=OperationalError("gone")):
        told = [sample for family in figures.collect() for sample in family.samples]
    assert [(sample.name, sample.value) for sample in told] == [("samedeal_database_up", 0)]
    assert counted("samedeal_database_failures_total", of="metrics") == before + 1
