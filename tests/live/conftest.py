"""Sites and racers for the tests of live races."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest

from tests.live.listener import Listener
from tests.live.racer import Racer
from tests.live.wins import Win, win
from tests.processes import Launch, Site
from tests.stores import Backend, Stores

Seats = Callable[..., tuple[str, list[Racer]]]
Running = Callable[[Site, str], tuple[Win, str, list[Racer]]]
Sites = Callable[[Backend], Site]
Visit = Callable[[str], Racer]
Listen = Callable[..., Listener]


@pytest.fixture(scope="session")
def shared_sites() -> list[Site]:
    """Provide the sites launched so far, which tests share."""
    return []


@pytest.fixture(autouse=True)
def races_end(shared_sites: list[Site]) -> Iterator[None]:
    """End the races that a test leaves open: the next test may play the same cards."""
    yield
    for site in shared_sites:
        site.end_races()


@pytest.fixture(scope="session")
def sites(
    tmp_path_factory: pytest.TempPathFactory,
    stores: Stores,
    shared_sites: list[Site],
    bundle: Path,
) -> Iterator[Sites]:
    """Provide the shared site of each backend: one process on SQLite, two on PostgreSQL.

    Their pages are bundled where that is possible, as in a release.
    """
    with (
        closing(Launch(tmp_path_factory.mktemp("sqlite"), stores)) as sqlite,
        closing(Launch(tmp_path_factory.mktemp("postgres"), stores)) as postgres,
    ):

        @cache
        def launch(backend: Backend) -> Site:
            if backend == "sqlite":
                site = sqlite(backend, BUNDLE_DIR=str(bundle))
            else:
                site = postgres(backend, processes=2, BUNDLE_DIR=str(bundle))
            shared_sites.append(site)
            return site

        yield launch


@pytest.fixture
def site(sites: Sites) -> Site:
    """Provide the shared site for tests that don't depend on the backend."""
    return sites("sqlite")


@pytest.fixture
def visit() -> Iterator[Visit]:
    """Provide visitors at addresses of a site; they leave after the test."""
    everybody: list[Racer] = []

    def visit(url: str) -> Racer:
        everybody.append(Racer(url))
        return everybody[-1]

    yield visit
    for racer in everybody:
        racer.close()


@pytest.fixture
def listen() -> Iterator[Listen]:
    """Provide listeners, who leave after the test."""
    everybody: list[Listener] = []

    def listen(
        url: str, address: str, token: str = "", *, after: int | None = None, accept: str = ""
    ) -> Listener:
        everybody.append(Listener(url, address, token, after=after, accept=accept))
        return everybody[-1]

    yield listen
    for listener in everybody:
        listener.close()


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
    """Provide started races of two: the moves that win, the code, the racers."""

    def running(site: Site, game: str) -> tuple[Win, str, list[Racer]]:
        known = win(game)
        code, racers = seat(site, known)
        start(racers)
        return known, code, racers

    return running


def start(racers: list[Racer]) -> None:
    """Press Ready for every racer and wait for the deal."""
    for racer in racers:
        racer.send(t="ready", ready=True)
    for racer in racers:
        racer.board(0)
