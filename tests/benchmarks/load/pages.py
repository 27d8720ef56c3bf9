"""Requests for pages: how many one process answers, to strangers and to a player."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from tests.benchmarks.load.figures import OwnLoad, row
from tests.benchmarks.load.sites import Site, run
from tests.benchmarks.report import Row

BROWSERS: Final = 8
"""Connections that ask for a page at the same time, each again as soon as it is answered."""

SECONDS: Final = 3.0
LEAST: Final = {"strangers": 250, "a player": 150}
START_PAGE: Final = "start page"


@dataclass(frozen=True)
class Served:
    """How many requests were answered, and what that took."""

    requests: int
    seconds: float
    cpu: float

    @property
    def rate(self) -> float:
        """Requests a second."""
        return self.requests / self.seconds

    def __str__(self) -> str:
        return f"{self.rate:,.0f}/s, {1000 * self.cpu / max(1, self.requests):.1f} ms of processor"


def served(site: Site) -> Iterator[Row]:
    """Ask for each page as strangers and as a player; yield a row for each."""
    seeded = json.loads(run(site.environment, "tests.benchmarks.load.page_seeding"))
    for who, headers in (("strangers", {}), ("a player", {"Cookie": seeded["cookie"]})):
        for name, path in seeded["paths"].items():
            own = OwnLoad()
            found = _ask(site, path, headers)
            least = 300 if name == START_PAGE else LEAST[who]
            yield row(f"{name}, {who}", f"{least}/s", found, found.rate >= least, own.share())


def _ask(site: Site, path: str, headers: Mapping[str, str]) -> Served:
    server = site.servers[0]
    with ThreadPoolExecutor(BROWSERS) as pool:
        # The first requests compile the templates.
        list(pool.map(lambda _: _browse(server.url, path, headers, 0.3), range(BROWSERS)))
        began, before = time.perf_counter(), server.cpu()
        counts = pool.map(lambda _: _browse(server.url, path, headers, SECONDS), range(BROWSERS))
        requests = sum(counts)
        return Served(requests, time.perf_counter() - began, server.cpu() - before)


def _browse(url: str, path: str, headers: Mapping[str, str], seconds: float) -> int:
    """Ask for a page over one connection; return how often it came.

    :raises RuntimeError: if another answer than the page came.
    """
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
    until, count = time.perf_counter() + seconds, 0
    while time.perf_counter() < until:
        connection.request("GET", path, headers={"Accept-Encoding": "gzip", **headers})
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{path}: status {answer.status}")
        count += 1
    connection.close()
    return count
