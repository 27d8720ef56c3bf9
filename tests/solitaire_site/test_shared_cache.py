"""The shared cache while Redis is gone."""

from __future__ import annotations

import pytest

from solitaire_site import shared_cache
from solitaire_site.shared_cache import Outage, SharedCache
from tests.processes import free_port
from tests.scraping import counted


def test_an_outage_is_counted_when_redis_was_asked_and_not_while_it_rests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr(shared_cache, "outage", Outage(lambda: now))
    cache = SharedCache(f"redis://127.0.0.1:{free_port()}", {})
    before = counted("samedeal_redis_failures_total", of="limits")
    cache.set("tries", 1)
    assert cache.incr("tries") == 2
    assert counted("samedeal_redis_failures_total", of="limits") == before + 1
    now = shared_cache.PAUSE
    assert cache.get("tries") == 2
    assert counted("samedeal_redis_failures_total", of="limits") == before + 2
