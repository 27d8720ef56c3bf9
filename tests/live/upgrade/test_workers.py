"""Workers of the release before and of this one share the tasks of one site."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

import pytest

from tests import manage
from tests.background.workers import STOP_SECONDS, Crew

pytestmark = [
    pytest.mark.needs_postgres,
    pytest.mark.needs_redis,
    pytest.mark.needs_previous_release,
]

BATCH = 10

QUEUE = f"""
import time
from django_tasks_db.models import DBTaskResult
from games.tasks import fill_stock
for _ in range({BATCH}):
    fill_stock.enqueue("beleaguered-castle/standard")
"""
LONG = """
from games.tasks import fill_stock
fill_stock.enqueue("agnes-sorel/dalton")
"""
UNFINISHED = "DBTaskResult.objects.exclude(status='SUCCESSFUL').exists()"
BEGUN = "DBTaskResult.objects.running().exists()"
DONE = """
from django_tasks_db.models import DBTaskResult
for task in DBTaskResult.objects.filter(task_path__endswith="fill_stock"):
    print(task.status, *task.worker_ids)
"""


@pytest.fixture
def crew(old_stores: Mapping[str, str], tmp_path: Path) -> Iterator[Crew]:
    """Provide a crew on the schema of the release before."""
    with closing(Crew({**old_stores, "STOCK": "0"}, tmp_path / "workers.log")) as crew:
        yield crew


def done_by(crew: Crew) -> list[list[str]]:
    """Return the workers of each task, all of which have ended well."""
    crew.wait_until(f"not {UNFINISHED}")
    said = [line.split() for line in crew.ask(DONE).splitlines()]
    assert {status for status, *_ in said} == {"SUCCESSFUL"}
    return [workers for _, *workers in said]


def stop(worker: subprocess.Popen[bytes]) -> None:
    worker.terminate()
    assert worker.wait(STOP_SECONDS) == 0


def test_workers_of_both_releases_do_each_task_once(crew: Crew, old_code: Path) -> None:
    # Long: one upgrade, and the way back.
    before = crew.start(code=old_code)
    manage.run(crew.environment, "migrate", "--verbosity", "0")
    crew.ask(QUEUE)
    assert len(done_by(crew)) == BATCH
    after = crew.start()
    batches = 1
    # The second takes a while to start.
    while len({worker for workers in done_by(crew) for worker in workers}) < 2:
        crew.ask(QUEUE)
        batches += 1
    assert [len(workers) for workers in done_by(crew)] == [1] * (BATCH * batches)
    for worker in (before, after):
        stop(worker)

    # A task of one that is stopped is done by one of the other release.
    for leaving, coming in ((old_code, manage.REPOSITORY), (manage.REPOSITORY, old_code)):
        # Such deals are rare, so the search for many lasts until it is stopped.
        crew.environment = {**crew.environment, "STOCK": "1000"}
        crew.ask(LONG)
        worker = crew.start(code=leaving)
        crew.wait_until(BEGUN)
        stop(worker)
        crew.environment = {**crew.environment, "STOCK": "0"}
        worker = crew.start(code=coming)
        assert sorted(map(len, done_by(crew)))[-1] == 2
        stop(worker)
