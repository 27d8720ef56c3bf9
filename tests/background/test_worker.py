"""Real workers, in any number, killed at any moment."""

from __future__ import annotations

import itertools
import json
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from django_tasks_db.models import DBTaskResult
from psycopg.errors import UndefinedTable
from pytest_django import DjangoAssertNumQueries

from games.background.chore import Chore
from games.background.outage import LATE, Outage
from games.background.worker import AFTER_ERROR, LANES, LEAVING, POLL, Lane, ReadyQueues
from games.tasks import review_entry
from tests.background.workers import STOP_SECONDS, Crew
from tests.processes import BACKENDS, free_port
from tests.receiver import receiving
from tests.traces import spans_once

QUEUE = """
from games.tasks import fill_stock
for _ in range({count}):
    fill_stock.enqueue("{rules}")
"""
UNFINISHED = "DBTaskResult.objects.exclude(status='SUCCESSFUL').exists()"
BEGUN = "DBTaskResult.objects.running().filter(task_path__endswith='fill_stock').exists()"
TABLE = DBTaskResult._meta.db_table
RENAME = """
from django.db import connection
connection.cursor().execute("ALTER TABLE {} RENAME TO {}")
"""
CONNECTING = 5
"""Seconds that the pool waits for a connection."""
TIMES = """
from django_tasks_db.models import DBTaskResult
tasks = DBTaskResult.objects.filter(task_path__endswith="fill_stock")
print(sorted(len(task.worker_ids) for task in tasks))
"""


@pytest.mark.parametrize("backend", BACKENDS)
def test_two_workers_do_each_task_once(crew: Crew) -> None:
    crew.ask(QUEUE.format(count=10, rules="beleaguered-castle/standard"))
    for _ in range(2):
        crew.start()
    crew.wait_until(f"not {UNFINISHED}")
    assert crew.ask(TIMES) == str([1] * 10)


def test_a_task_is_traced(crew: Crew) -> None:
    with receiving() as collector:
        address = collector.address.rpartition("/")[0]
        crew.environment = {**crew.environment, "OTEL_EXPORTER_OTLP_ENDPOINT": address}
        crew.ask("from games.tasks import review_entry; review_entry.enqueue('no number')")
        worker = crew.start()
        crew.wait_until("DBTaskResult.objects.failed().exists()")
        worker.terminate()
        worker.wait(STOP_SECONDS)
        found = spans_once(collector, bool)
    [task] = [span for span in found if span.name == "task games.tasks.review_entry"]
    assert task.failed
    assert str(task.values["samedeal.task"]).startswith("games.tasks.review_entry ")
    assert task.service["samedeal.role"] == "worker"
    assert not any(b"no number" in body for body in collector.bodies)
    crew.log.unlink()


@pytest.mark.parametrize("backend", BACKENDS)
def test_another_worker_takes_over_from_a_killed_one(crew: Crew) -> None:
    # Such deals are rare, so the search lasts until it is killed.
    crew.environment = {**crew.environment, "STOCK": "1000"}
    crew.ask(QUEUE.format(count=1, rules="agnes-sorel/dalton"))
    worker = crew.start()
    crew.wait_until(BEGUN)
    worker.kill()
    worker.wait()
    crew.environment = {**crew.environment, "STOCK": "0"}
    crew.start("--lost-after", "1")
    crew.wait_until(f"not {UNFINISHED}")


def test_a_stopped_worker_queues_its_task_again(crew: Crew) -> None:
    crew.environment = {**crew.environment, "STOCK": "1000"}
    worker = crew.start()
    crew.wait_until(BEGUN)
    worker.terminate()
    assert worker.wait(STOP_SECONDS) == 0
    crew.wait_until("not DBTaskResult.objects.running().exists()")
    crew.wait_until("DBTaskResult.objects.ready().exists()")


@pytest.mark.django_db(transaction=True)
def test_a_fault_outside_a_task_does_not_end_the_thread(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pauses: list[float] = []

    def run(_lane: Lane) -> None:
        if not pauses:
            raise LookupError("no such queue")

    def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 2:
            raise StopIteration

    monkeypatch.setattr(Lane, "run", run)
    monkeypatch.setattr(
        "games.background.worker.time",
        SimpleNamespace(sleep=sleep, monotonic=itertools.count().__next__),
    )
    review_entry.enqueue(1)
    with pytest.raises(StopIteration):
        Lane("default").serve()
    assert pauses == [AFTER_ERROR, POLL]
    assert caplog.messages == ["Running tasks failed; trying again in 2 seconds"]


@pytest.mark.django_db
def test_all_lanes_share_a_poll_until_one_has_run_tasks(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    ready = ReadyQueues()
    review_entry.enqueue(1)
    with django_assert_num_queries(1):
        assert [queue in ready for queue in LANES] == [True, False, False, False, False]
    DBTaskResult.objects.all().delete()
    ready.forget()
    assert "default" not in ready


def test_a_chore_that_fails_ends_no_worker(caplog: pytest.LogCaptureFixture) -> None:
    tried = []

    def fail() -> None:
        tried.append(1)
        raise LookupError("no such preset")

    chore = Chore(fail, every=5)
    chore.attempt()
    chore.attempt()
    assert len(tried) == 2
    assert caplog.messages == ["A chore failed; trying again in 5 seconds"] * 2
    assert "no such preset" in caplog.text


def test_an_error_that_comes_after_the_end_of_an_outage_begins_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now, outage = time.monotonic(), Outage()
    monkeypatch.setattr("games.background.outage.time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr("games.background.outage._serves", lambda: True)
    error = UndefinedTable("it does not exist")
    assert outage.blames(error)
    assert outage.is_over()
    assert outage.blames(error)
    assert len(caplog.messages) == 2
    now += LATE
    assert outage.blames(error)
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING", "ERROR"]


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_worker_waits_for_the_migrations_without_filling_the_log(crew: Crew) -> None:
    crew.ask(RENAME.format(TABLE, "hidden"))
    crew.start()
    crew.wait_for_line("Migrations are missing; waiting until that has changed")
    crew.ask(RENAME.format("hidden", TABLE))
    crew.wait_for_line("The database can be used again.")
    log = crew.log.read_text()
    assert log.count("Migrations are missing") == 1
    assert "Traceback" not in log
    crew.log.unlink()


def test_a_worker_that_waits_for_its_database_says_so_once_and_stops_when_asked(
    tmp_path: Path,
) -> None:
    url = f"postgres://me:very-secret@127.0.0.1:{free_port()}/games"
    stores = {"DATABASE_URL": url, "REDIS_URL": f"redis://127.0.0.1:{free_port()}"}
    crew = Crew({**stores, "DATA_DIR": str(tmp_path)}, tmp_path / "worker.log")
    worker = crew.start()
    try:
        crew.wait_for_line("The database can't be used; waiting until that has changed")
        # By then the next attempts to connect have failed.
        time.sleep(AFTER_ERROR + CONNECTING)
        worker.terminate()
        # What it waits for may take as long, and much longer each thing that it was still to do.
        assert worker.wait(LEAVING + CONNECTING) == 0
        *checks, started, waits, stopped = crew.log.read_text().splitlines()
        # The checks at the start name the reason before the first wait.
        assert [line[:14] for line in checks if "failed" in line] == ["?: (site.W005)"]
        assert "Started: worker, " in started
        assert "port" in waits
        assert waits.endswith("failed: Connection refused)")
        assert "Stopped: worker, " in stopped
    finally:
        crew.close()


def test_a_log_for_programs_has_the_checks_at_the_start_too(tmp_path: Path) -> None:
    url = f"postgres://me@127.0.0.1:{free_port()}/games"
    stores = {"DATABASE_URL": url, "REDIS_URI": "1", "LOG_FORMAT": "json"}
    crew = Crew({**stores, "DATA_DIR": str(tmp_path)}, tmp_path / "worker.log")
    crew.start()
    try:
        crew.wait_for_line("The database can't be used; waiting until that has changed")
        lines = [json.loads(line) for line in crew.log.read_text().splitlines()]
    finally:
        crew.close()
    found = [line["message"] for line in lines if line["levelname"] == "WARNING"]
    assert found[0].startswith("(site.W005) The database gives no connection")
    assert found[0].endswith("Connection refused HINT: Start it, or check DATABASE_URL.")
    assert found[1].startswith("(site.W006) REDIS_URI is no setting: did you mean REDIS_URL?")
