"""A worker whose PostgreSQL and Redis are gone for a while."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.background.workers import STOP_SECONDS, Crew
from tests.live.faults.conftest import Grown

pytestmark = [pytest.mark.needs_postgres_programs, pytest.mark.needs_redis_server]

QUEUE = """
from games.tasks import fill_stock
fill_stock.enqueue("beleaguered-castle/standard")
"""
UNFINISHED = "DBTaskResult.objects.exclude(status='SUCCESSFUL').exists()"
WAITING = "The database can't be used; waiting until that has changed"
BACK = "The database can be used again."


def test_a_worker_goes_on_once_postgresql_is_back_without_redis_and_without_a_restart(
    grown: Grown, tmp_path: Path
) -> None:
    environment = {**grown.site.environment, "STOCK": "0"}
    crew = Crew(environment, tmp_path / "worker.log")
    worker = crew.start()
    try:
        crew.ask(QUEUE)
        crew.wait_until(f"not {UNFINISHED}")
        grown.redis.crash()
        grown.postgres.crash()
        crew.wait_for_line(WAITING)
        grown.postgres.start()
        crew.ask(QUEUE)
        crew.wait_until(f"not {UNFINISHED}")
        log = crew.log.read_text()
        # However many threads and chores met the outage, and for how long.
        assert (log.count(WAITING), log.count(BACK), log.count("Traceback")) == (1, 1, 0)
        worker.terminate()
        assert worker.wait(STOP_SECONDS) == 0
    finally:
        # What it has logged is expected.
        crew.log.unlink()
        crew.close()
