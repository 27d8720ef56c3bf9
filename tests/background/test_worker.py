"""Real workers: any number of them, killed at any moment."""

from __future__ import annotations

import pytest

from tests.background.workers import STOP_SECONDS, Crew
from tests.processes import BACKENDS

QUEUE = """
from games.tasks import fill_stock
for _ in range({count}):
    fill_stock.enqueue("{rules}")
"""
UNFINISHED = "DBTaskResult.objects.exclude(status='SUCCESSFUL').exists()"
BEGUN = "DBTaskResult.objects.running().filter(task_path__endswith='fill_stock').exists()"
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


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_a_killed_worker_leaves_another_does(crew: Crew) -> None:
    # There are no such deals in quantity, so that the search lasts until it is killed.
    crew.environment = {**crew.environment, "STOCK": "1000"}
    crew.ask(QUEUE.format(count=1, rules="agnes-sorel/dalton"))
    worker = crew.start()
    crew.wait_until(BEGUN)
    worker.kill()
    worker.wait()
    crew.environment = {**crew.environment, "STOCK": "0"}
    crew.start("--lost-after", "1")
    crew.wait_until(f"not {UNFINISHED}")


def test_a_worker_that_is_stopped_gives_back_what_it_does(crew: Crew) -> None:
    crew.environment = {**crew.environment, "STOCK": "1000"}
    worker = crew.start()
    crew.wait_until(BEGUN)
    worker.terminate()
    assert worker.wait(STOP_SECONDS) == 0
    crew.wait_until("not DBTaskResult.objects.running().exists()")
    crew.wait_until("DBTaskResult.objects.ready().exists()")
