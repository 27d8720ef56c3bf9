"""First visits to pages, bundled and native: `python -m tests.benchmarks.first_visit [--rounds N]`.

It runs Chromium with fourfold processor throttling and an empty cache against fresh sites on this
machine, on networks that Chromium imitates. The ways take turns, so that they share whatever else
the machine does.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from games.management.progress import Progress
from tests import bundles, needs
from tests.benchmarks.report import Row, benchmark
from tests.e2e.conftest import FLAGS
from tests.e2e.person import Person, Table
from tests.live.wins import win
from tests.processes import Launch, Site
from tests.stores import Stores

SLOWER: Final = 4


@dataclass(frozen=True)
class Network:
    """A network that Chromium imitates."""

    name: str
    delay_ms: float = 0
    megabits: float = 0
    """A second; 0 means no limit."""


NETWORKS: Final = (
    Network("no delay"),
    Network("40 ms, 10 Mbit/s", 40, 10),
    Network("150 ms, 1.6 Mbit/s", 150, 1.6),
)

RACE_SHOWN: Final = """(() => {
    const table = document.querySelector("#table.card-table:not(.locked)");
    return table?.querySelectorAll(".card").length === 52;
})()"""
"""Whether the cards of a race can be moved."""

START_SHOWN: Final = "document.querySelectorAll('.small-board > svg').length > 0"
"""Whether the start page has drawn its cards, the last of its pictures."""

WATCH: Final = """
    window.shown = new Promise((done) => {
        const look = () => {
            if (%s) done(performance.now());
            else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
    });
"""


@dataclass(frozen=True)
class Visit:
    """What one visit took; fonts don't count."""

    seconds: float
    requests: int
    kibibytes: float


def rows(asked: Namespace, progress: Progress) -> Iterator[Row]:
    """Yield a row for each page and way."""
    progress.begin("Visiting", asked.rounds * len(NETWORKS))
    found: dict[tuple[str, str, Network], list[Visit]] = defaultdict(list)
    try:
        with ExitStack() as cleanup:
            playwright = cleanup.enter_context(sync_playwright())
            browser = cleanup.enter_context(
                playwright.chromium.launch(executable_path=needs.chromium(), args=list(FLAGS))
            )
            seats = {}
            for way in ("bundled", "native"):
                site = start(cleanup, bundled=way == "bundled")
                code, player = sit_down(browser, site)
                seats[way] = (site, code, player.page.context)
            for _ in range(asked.rounds):
                for network in progress.over(NETWORKS):
                    for way, (site, code, seated) in seats.items():
                        for name, path, shown in pages(code):
                            visited = visit(browser, site, path, shown, seated, network)
                            found[name, way, network].append(visited)
    finally:
        # Ctrl-C keeps what was found before.
        for name, way in dict.fromkeys((name, way) for name, way, _ in found):
            visits = {network: found[name, way, network] for network in NETWORKS}
            every = [visit for some in visits.values() for visit in some]
            yield {
                "page": f"{name}, {way}",
                **{
                    f"{network.name}, s": middle(some, "seconds")
                    for network, some in visits.items()
                },
                "requests": middle(every, "requests"),
                "KiB": middle(every, "kibibytes"),
            }


def middle(visits: Sequence[Visit], figure: str) -> float | None:
    """Return the median of a figure over visits, if there are any."""
    return median(getattr(visit, figure) for visit in visits) if visits else None


def pages(code: str) -> tuple[tuple[str, str, str], ...]:
    """Return the pages to visit: name, path, and whether the page is shown."""
    return (
        ("race page", f"/race/{code}/", RACE_SHOWN),
        ("start page", "/", START_SHOWN),
    )


def start(cleanup: ExitStack, bundled: bool) -> Site:
    """Start a fresh site."""
    rooms = [Path(cleanup.enter_context(TemporaryDirectory())) for _ in range(3)]
    launch = cleanup.enter_context(closing(Launch(rooms[0], Stores(rooms[1], cleanup))))
    return launch(BUNDLE_DIR=str(bundles.make(rooms[2]) if bundled else rooms[2]))


def sit_down(browser: Browser, site: Site) -> tuple[str, Table]:
    """Start a race; return its code and its only player's table."""
    known = win("agnes-sorel")
    code = site.manage("race", known.rules, "--deal", known.deal, "--countdown", "3").strip()
    person = Person(browser.new_context(base_url=site.urls[0]))
    person.join_by_link(code, "Alice")
    person.page.get_by_role("button", name="Race alone").click()
    return code, person.sit_at(known)


@contextmanager
def slowed(page: Page) -> Iterator[CDPSession]:
    """Throttle the processor of a page."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    yield session
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})


def visit(
    browser: Browser,
    site: Site,
    path: str,
    shown: str,
    seated: BrowserContext,
    network: Network = NETWORKS[0],
) -> Visit:
    """Visit a page as a seated player with an empty cache, until it is shown and quiet."""
    context = browser.new_context(base_url=site.urls[0])
    context.add_cookies(seated.cookies())  # type: ignore[arg-type]
    page = context.new_page()
    page.add_init_script(WATCH % shown)
    kinds: dict[str, str] = {}
    received: list[tuple[str, float]] = []
    with slowed(page) as session:
        session.on(
            "Network.responseReceived",
            lambda event: kinds.update({event["requestId"]: event["type"]}),
        )
        session.on(
            "Network.loadingFinished",
            lambda event: received.append((event["requestId"], event["encodedDataLength"])),
        )
        session.send("Network.enable")
        if network.delay_ms:
            rate = network.megabits * 1_000_000 / 8
            session.send(
                "Network.emulateNetworkConditions",
                {
                    "offline": False,
                    "latency": network.delay_ms,
                    "downloadThroughput": rate,
                    "uploadThroughput": rate,
                },
            )
        page.goto(path, wait_until="commit")
        milliseconds = evaluate(session, "window.shown")
        page.wait_for_load_state("networkidle")  # late loads count too
    context.close()
    sizes = [size for request, size in received if kinds.get(request) != "Font"]
    return Visit(milliseconds / 1000, len(sizes), sum(sizes) / 1024)


def evaluate(session: CDPSession, promise: str) -> float:
    """Await a promise of the page through the debugger, which its policy doesn't bind."""
    answer = session.send("Runtime.evaluate", {"expression": promise, "awaitPromise": True})
    return float(answer["result"]["value"])


if __name__ == "__main__":
    sys.exit(benchmark(__doc__, rows, rounds=5))
