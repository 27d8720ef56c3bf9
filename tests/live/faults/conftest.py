"""A site of two processes with its own databases, shared by all tests of faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import cycle

import pytest

from tests import manage
from tests.live.conftest import Visit, start
from tests.live.faults.databases import Postgres, Redis, own_postgres, own_redis
from tests.live.faults.duels import Duel, by_hand
from tests.live.faults.player import Player, rehearsal
from tests.live.racer import Racer
from tests.live.wins import Win, win
from tests.processes import Launch, Site
from tests.stores import Stores


@dataclass
class Grown:
    """A site of two processes, on different servers, with its database and Redis."""

    site: Site
    postgres: Postgres
    redis: Redis

    def mend(self) -> None:
        """Restart what has stopped, and end the remaining races."""
        if self.redis.child is None:
            self.redis.start()
        for number, process in enumerate(self.site.processes):
            if process.child is None:
                self.site.restart(number)
        self.site.end_races()


Cast = Callable[..., list[Player]]
Duels = Callable[..., list[Duel]]
Tab = Callable[[Racer, str], Racer]


@pytest.fixture(scope="session")
def grown_once(tmp_path_factory: pytest.TempPathFactory, stores: Stores) -> Iterator[Grown]:
    """Provide the site that `grown` lends to each test."""
    folder = tmp_path_factory.mktemp("grown")
    with ExitStack() as cleanup:
        postgres = cleanup.enter_context(own_postgres())
        redis = cleanup.enter_context(own_redis())
        environment = {
            "DATA_DIR": str(folder),
            "DATABASE_URL": postgres.url,
            "REDIS_URL": redis.url,
        }
        manage.run(environment, "migrate", "--verbosity", "0")
        site = Launch(folder, stores).at(environment, ["daphne", "uvicorn"])
        cleanup.callback(site.operator.end)
        try:
            yield Grown(site, postgres, redis)
        finally:
            # Faults that the tests caused also appear in the logs; they are expected.
            for process in site.processes:
                process.end()


@pytest.fixture
def grown(grown_once: Grown) -> Iterator[Grown]:
    """Provide a site whose PostgreSQL and Redis may be stopped; repaired after each test."""
    yield grown_once
    grown_once.mend()


@pytest.fixture
def tab() -> Iterator[Tab]:
    """Open further tabs of a racer, at an address of the site; closed after the test."""
    tabs: list[Racer] = []

    def tab(of: Racer, url: str) -> Racer:
        tabs.append(of.again_at(url))
        return tabs[-1]

    yield tab
    for each in tabs:
        each.close()


@pytest.fixture
def duels(visit: Visit) -> Duels:
    """Start races of two, with the winner and the rival at the given processes."""

    def duels(
        site: Site, *places: tuple[int, int], known: Sequence[Win] = (win("applegate"),)
    ) -> list[Duel]:
        duels: list[Duel] = []
        for place, deal in zip(places, cycle(known), strict=False):
            code = site.manage("race", deal.rules, "--deal", deal.deal, "--countdown", "3")
            winner, rival = (visit(site.urls[number]) for number in place)
            duels.append(Duel(code.strip(), winner, rival, by_hand(deal)))
        for duel in duels:
            for racer in (duel.winner, duel.rival):
                racer.join(duel.code)
                racer.connect(duel.code)
        start([racer for duel in duels for racer in (duel.winner, duel.rival)])
        return duels

    return duels


@pytest.fixture
def cast(visit: Visit) -> Cast:
    """Seat players at the processes of a site in turn, and start their race."""

    def cast(site: Site, count: int = 2, rest_at: int = -1) -> list[Player]:
        known = win("agnes-sorel")
        code = site.manage("race", known.rules, "--deal", known.deal, "--countdown", "3").strip()
        racers: list[Racer] = []
        for number in range(count):
            racers.append(visit(site.urls[number % len(site.urls)]))
            racers[-1].join(code)
            racers[-1].connect(code)
        start(racers)
        actions = rehearsal(known)
        return [
            Player(racer, code, seat, actions, site.urls, rest_at=rest_at).start()
            for seat, racer in enumerate(racers)
        ]

    return cast
