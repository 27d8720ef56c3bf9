"""Limits hold over all processes of a site, and in each while Redis is gone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError

import pytest

from tests.live.conftest import Visit
from tests.live.faults.databases import Redis, own_redis
from tests.processes import Launch, Site
from tests.stores import Stores

pytestmark = [pytest.mark.needs_postgres, pytest.mark.needs_redis_server]

GUESTS = 4
RACES = 2
LIMITS = {
    "CONNECTS_PER_ADDRESS": "1",
    "GUESTS_PER_HOUR": str(GUESTS),
    "RACES_PER_HOUR": str(RACES),
}
TOO_MANY = "Too many failed attempts"
TRIES = 5
"""How many wrong passwords an address may try for an account in five minutes."""


@dataclass
class Limited:
    """A site of two processes with low limits, and its Redis."""

    site: Site
    redis: Redis


@pytest.fixture
def limited(tmp_path: Path, stores: Stores) -> Iterator[Limited]:
    """Provide the site."""
    with ExitStack() as cleanup:
        redis = cleanup.enter_context(own_redis())
        environment = {
            **stores.fresh("postgres", tmp_path, cleanup),
            "REDIS_URL": redis.url,
            **LIMITS,
        }
        site = Launch(tmp_path, stores).at(environment, ["daphne", "uvicorn"])
        cleanup.callback(site.operator.end)
        try:
            yield Limited(site, redis)
        finally:
            # What the log says of the outage is expected.
            for process in site.processes:
                process.end()


def guests_let_in(site: Site, visit: Visit, numbers: list[int]) -> int:
    """Return how many strangers may open a race, each at one of the processes."""
    let_in = 0
    for number in numbers:
        try:
            visit(site.urls[number]).open_race("applegate")
            let_in += 1
        except HTTPError as refused:
            if refused.code != 429:
                raise
            refused.close()
    return let_in


def tries_until_slowed_down(site: Site, visit: Visit, numbers: list[int]) -> int:
    """Return the number of wrong passwords that are checked, each try at one of the processes."""
    browsers = [visit(url) for url in site.urls]
    for tries, number in enumerate(numbers):
        wrong = {"login": "nobody", "password": "wrong"}
        if TOO_MANY in browsers[number].ask("/accounts/login/", **wrong):
            return tries
    raise AssertionError("guessing isn't slowed down")


def connects_until_refused(site: Site, visit: Visit, code: str, numbers: list[int]) -> int:
    """Return how many sockets are let in, each at one of the processes."""
    browsers = [visit(url) for url in site.urls]
    for connects, number in enumerate(numbers):
        browsers[number].connect(code)
        frame = browsers[number].receive()
        if frame["t"] == "refused":
            assert frame["code"] == "too-soon"
            return connects
    raise AssertionError("connecting isn't limited")


def test_two_processes_count_together(limited: Limited, visit: Visit) -> None:
    site = limited.site
    code = site.manage("race", "applegate").strip()
    both = [0, 1] * 20
    # Two at once, and one more for each second that the attempts take.
    assert connects_until_refused(site, visit, code, both) < 4
    assert tries_until_slowed_down(site, visit, both) == TRIES
    assert guests_let_in(site, visit, [0, 1] * 4) == GUESTS


def test_a_player_opens_races_at_two_processes(limited: Limited, visit: Visit) -> None:
    here = visit(limited.site.urls[0])
    here.open_race("applegate")
    there = here.again_at(limited.site.urls[1])
    there.open_race("applegate")
    for browser in (here, there):
        with pytest.raises(HTTPError) as refused:
            browser.open_race("applegate")
        assert refused.value.code == 429
        refused.value.close()


def test_while_redis_is_gone_each_process_counts_its_own(limited: Limited, visit: Visit) -> None:
    site = limited.site
    code = site.manage("race", "applegate").strip()
    limited.redis.crash()
    assert guests_let_in(site, visit, [0] * 6) == GUESTS
    assert guests_let_in(site, visit, [1] * 6) == GUESTS
    assert tries_until_slowed_down(site, visit, [0] * 40) == TRIES
    assert connects_until_refused(site, visit, code, [0] * 20) < 10
    for process in site.processes:
        assert "so each process counts for itself" in process.log.read_text()
    limited.redis.start()
