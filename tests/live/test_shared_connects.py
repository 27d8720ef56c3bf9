"""Counting connects while Redis is gone."""

from __future__ import annotations

from games.live.shared_connects import PAUSE, SharedConnects
from tests.processes import free_port
from tests.scraping import counted


async def test_an_outage_lets_clients_in_and_is_counted_when_redis_was_asked() -> None:
    now = 0.0
    connects = SharedConnects(f"redis://127.0.0.1:{free_port()}", 1, lambda: now)
    before = counted("samedeal_redis_failures_total", of="limits")
    for _ in range(3):
        assert await connects.take("192.0.2.7")
    assert counted("samedeal_redis_failures_total", of="limits") == before + 1
    now = PAUSE
    assert await connects.take("192.0.2.7")
    assert counted("samedeal_redis_failures_total", of="limits") == before + 2
