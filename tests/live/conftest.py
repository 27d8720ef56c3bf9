"""Sites and racers for the tests of the live race."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache

import pytest

from tests.live.racer import Racer
from tests.live.wins import Win, win
from tests.processes import Launch, Site
from tests.stores import Backend, Stores

Seats = Callable[..., tuple[str, list[Racer]]]
Running = Callable[[Site, str], tuple[Win, str, list[Racer]]]
Sites = Callable[[Backend], Site]
Visit = Callable[[str], Racer]


@pytest.fixture(scope="session")
def shared_sites() -> list[Site]:
    """The sites that tests share and have launched so far."""
    return []


@pytest.fixture(autouse=True)
def races_end(shared_sites: list[Site]) -> Iterator[None]:
    """End the races that a test leaves open, since the next one may play the same cards."""
    yield
    for site in shared_sites:
        site.end_races()


@pytest.fixture(scope="session")
def sites(
    tmp_path_factory: pytest.TempPathFactory, stores: Stores, shared_sites: list[Site]
) -> Iterator[Sites]:
    """A site on each backend that all tests share: one process on SQLite, two on PostgreSQL."""
    with (
        closing(Launch(tmp_path_factory.mktemp("sqlite"), stores)) as sqlite,
        closing(Launch(tmp_path_factory.mktemp("postgres"), stores)) as postgres,
    ):

        @cache
        def launch(backend: Backend) -> Site:
            if backend == "sqlite":
                site = sqlite(backend)
            else:
                site = postgres(backend, processes=2)
            shared_sites.append(site)
            return site

        yield launch


@pytest.fixture
def site(sites: Sites) -> Site:
    """The site that all tests share which do not care where the data is."""
    return sites("sqlite")


@pytest.fixture
def visit() -> Iterator[Visit]:
    """Somebody at an address of a site; leaves after the test."""
    everybody: list[Racer] = []

    def visit(url: str) -> Racer:
        everybody.append(Racer(url))
        return everybody[-1]

    yield visit
    for racer in everybody:
        racer.close()


@pytest.fixture
def seat(visit: Visit) -> Seats:
    """Open a race on a known deal and seat two racers, at different processes if there are two."""

    def seat(site: Site, win: Win, *options: str) -> tuple[str, list[Racer]]:
        arguments = ("race", win.rules, "--deal", win.deal, "--countdown", "3", *options)
        code = site.manage(*arguments).strip()
        racers = [visit(site.urls[0]), visit(site.urls[-1])]
        for racer in racers:
            racer.join(code)
            racer.connect(code)
        return code, racers

    return seat


@pytest.fixture
def running(seat: Seats) -> Running:
    """A race of two that has started: what wins it, its code, its racers."""

    def running(site: Site, game: str) -> tuple[Win, str, list[Racer]]:
        known = win(game)
        code, racers = seat(site, known)
        start(racers)
        return known, code, racers

    return running


def start(racers: list[Racer]) -> None:
    """All press ready, and wait for the deal."""
    for racer in racers:
        racer.send(t="ready", ready=True)
    for racer in racers:
        racer.board(0)
