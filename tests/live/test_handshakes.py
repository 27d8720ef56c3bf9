"""Odd handshakes: each socket is served, or refused for good."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from websockets.sync.client import connect

from games.live.connections import CLOSE_NO_RACE
from tests.live.conftest import Visit
from tests.live.program import until
from tests.live.racer import Racer
from tests.processes import SERVERS, Launch, Site
from tests.stores import Stores

pytestmark = [pytest.mark.needs_postgres, pytest.mark.needs_redis]

NO_RACES = (
    *("/ws/race/%00BCDFG/", "/ws/race/BCDFGH%00/", "/ws/race/BCDFGH%0a/", "/ws/race/%7fBCDFG/"),
    *("/ws/race/%ff%fe/", "/ws/race/B%C3%A9DFGH/", f"/ws/race/{'B' * 4000}/", "/ws/race/BCDFGH"),
    *("/ws/race//", "/ws/race/BCDFGH/more/", "/ws/", "/", "/ws/%00", "/races", "/admin/"),
)
STRANGE_COOKIES = (
    *(
        r'sessionid="\000bcdfghijklm"',
        r'sessionid="\012\033bcdfghijkl"',
        "sessionid=\xe9" + "x" * 40,
    ),
    *("sessionid=", "sessionid=x", f"sessionid={'x' * 4000}", ";;=;", 'sessionid="', "\xff\xfe"),
)
STRANGE_QUERIES = ("&" * 2000, "language=%00", "language=%ff&language=de", "language=" + "x" * 4000)


@pytest.fixture(scope="module", params=SERVERS)
def grown_site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, stores: Stores
) -> Iterator[Site]:
    """Provide a site on PostgreSQL, which rejects what SQLite lets pass; it must log no fault."""
    folder: Path = tmp_path_factory.mktemp("handshakes")
    with closing(Launch(folder, stores)) as launch:
        yield launch("postgres", server=request.param)


@pytest.mark.parametrize("path", NO_RACES)
def test_an_address_without_a_race_is_refused_for_good(
    grown_site: Site, visit: Visit, path: str
) -> None:
    racer = visit(grown_site.urls[0])
    racer.open_socket(path)
    assert racer.closed() == CLOSE_NO_RACE
    assert [frame["code"] for frame in racer.frames] == ["no-race"]


def test_a_visitor_with_an_invalid_session_cookie_watches(grown_site: Site) -> None:
    code = grown_site.manage("race", "applegate").strip()
    for cookie in STRANGE_COOKIES:
        with closing(Racer(grown_site.urls[0], {"Cookie": cookie})) as racer:
            racer.connect(code)
            assert racer.race()["you"] is None


def test_a_program_without_a_token_watches_whatever_its_cookies(grown_site: Site) -> None:
    code = grown_site.manage("race", "applegate").strip()
    address = f"{grown_site.urls[0].replace('http', 'ws')}/ws/race/{code}/"
    with connect(address, additional_headers={"Cookie": "sessionid=x"}) as watching:
        assert until(watching, "race")["you"] is None


def test_a_meaningless_query_is_ignored(grown_site: Site, visit: Visit) -> None:
    code = grown_site.manage("race", "applegate").strip()
    for query in STRANGE_QUERIES:
        racer = visit(grown_site.urls[0])
        racer.open_socket(f"/ws/race/{code}/?{query}")
        assert racer.race()["you"] is None
