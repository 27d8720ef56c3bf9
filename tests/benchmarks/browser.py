"""How quick the table is in a browser on a slow machine: `python -m tests.benchmarks.browser`.

Chromium with its processor slowed four times and an empty cache, on a site of its own on this
machine. Frames are counted by Chromium's own tracing.
"""

from __future__ import annotations

import itertools
import statistics
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from games.engine import GAMES
from tests import needs
from tests.e2e.conftest import FLAGS
from tests.e2e.person import Person, Table
from tests.live.wins import win
from tests.processes import Launch, Site
from tests.stores import Stores

SLOWER: Final = 4
VISITS: Final = 5
DRAG_STEPS: Final = 180
FRAME_MS: Final = 1000 / 60

WATCH: Final = """
    window.shift = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    const look = () => {
        const table = document.querySelector("#table.card-table:not(.locked)");
        if (table?.querySelectorAll(".card").length === 52) window.playable ??= performance.now();
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
"""
TRACED: Final = (
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
)


def main() -> None:
    """Measure and print."""
    with ExitStack() as cleanup:
        rooms = [Path(cleanup.enter_context(TemporaryDirectory())) for _ in range(2)]
        site = cleanup.enter_context(closing(Launch(rooms[0], Stores(rooms[1], cleanup))))()
        playwright = cleanup.enter_context(sync_playwright())
        browser = cleanup.enter_context(
            playwright.chromium.launch(executable_path=needs.chromium(), args=list(FLAGS))
        )
        code, player = sit_down(browser, site)
        first_visits(browser, site, code, player.page.context)
        with slowed(player.page) as session:
            drag(player, session)
            boards(player, session)
        shifts(browser, site, code)


def sit_down(browser: Browser, site: Site) -> tuple[str, Table]:
    """A race that runs, and its only player's table."""
    known = win("agnes-sorel")
    code = site.manage("race", known.rules, "--deal", known.deal, "--countdown", "3").strip()
    person = Person(browser.new_context(base_url=site.urls[0]))
    person.join_by_link(code, "Alice")
    person.page.get_by_role("button", name="Race alone").click()
    return code, person.sit_at(known)


def say(line: str) -> None:
    """Print a figure at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


@contextmanager
def slowed(page: Page) -> Iterator[CDPSession]:
    """A page whose processor is slowed."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    yield session
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})


def first_visits(browser: Browser, site: Site, code: str, seated: BrowserContext) -> None:
    """From the address to cards that can be moved, with nothing in the cache."""
    times, sizes, requests = [], [], 0
    for _ in range(VISITS):
        context = browser.new_context(base_url=site.urls[0])
        context.add_cookies(seated.cookies())  # type: ignore[arg-type]
        page = context.new_page()
        page.add_init_script(WATCH)
        with slowed(page) as session:
            received: list[tuple[str, float]] = []
            kinds: dict[str, str] = {}
            session.on(
                "Network.responseReceived",
                lambda event, kinds=kinds: kinds.update({event["requestId"]: event["type"]}),
            )
            session.on(
                "Network.loadingFinished",
                lambda event, received=received: received.append(
                    (event["requestId"], event["encodedDataLength"])
                ),
            )
            session.send("Network.enable")
            page.goto(f"/race/{code}/")
            page.wait_for_function("() => window.playable")
            times.append(page.evaluate("() => window.playable"))
            counted = [size for request, size in received if kinds.get(request) != "Font"]
            sizes.append(sum(counted))
            requests = len(counted)
        context.close()
    say(f"first visit to playable table   {statistics.median(times):6.0f} ms of 1000")
    say(f"transferred for the race page   {max(sizes) / 1024:6.1f} KiB of 120, {requests} requests")


@contextmanager
def traced(session: CDPSession) -> Iterator[list[dict[str, Any]]]:
    """The events of what Chromium does meanwhile; they are there afterwards."""
    events: list[dict[str, Any]] = []
    finished: list[dict[str, Any]] = []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    session.on("Tracing.tracingComplete", lambda data: finished.append(data))
    session.send("Tracing.start", {"traceConfig": {"includedCategories": list(TRACED)}})
    yield events
    session.send("Tracing.end")
    while not finished:
        session.send("Browser.getVersion")


def drag(table: Table, session: CDPSession) -> None:
    """Frames while a card is moved about."""
    page = table.page
    card = page.locator("#table .card[data-face]:not([data-face='??'])").last.bounding_box()
    assert card is not None
    x, y = card["x"] + card["width"] / 2, card["y"] + 10
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 10, y + 10)
    with traced(session) as events:
        for step in range(DRAG_STEPS):
            page.mouse.move(300 + 3 * (step % 90), 200 + 2 * (step % 60))
            page.wait_for_timeout(8)
    page.mouse.up()
    drawn = sorted(event["ts"] / 1000 for event in events if event["name"] == "DrawFrame")
    gaps = [after - before for before, after in itertools.pairwise(drawn)]
    rate = 1000 * len(gaps) / (drawn[-1] - drawn[0])
    busy = scripted(events)
    say(f"frames drawn during a drag      {rate:6.1f} a second of 60, longest {max(gaps):.0f} ms")
    say(f"work of a frame of a drag       {statistics.median(busy):6.1f} ms of {FRAME_MS:.1f}")


def scripted(events: list[dict[str, Any]]) -> list[float]:
    """Milliseconds of main thread work of each frame: scripts, style, layout, paint."""
    return [
        event["dur"] / 1000
        for event in events
        if event["name"] == "RunTask" and event.get("dur", 0) > 500
    ] or [0.0]


def boards(table: Table, session: CDPSession) -> None:
    """From a board on the wire to its picture."""
    delays = []
    known = win("agnes-sorel")
    for move in known.moves[:12]:
        with traced(session) as events:
            table.play(move, "keys")
            table.page.wait_for_timeout(400)
        frames = sorted(event["ts"] for event in events if event["name"] == "DrawFrame")
        arrivals = [event["ts"] for event in events if event["name"] == "WebSocketReceive"]
        for arrival in arrivals[:1]:
            later = [frame for frame in frames if frame >= arrival]
            if later:
                delays.append((later[0] - arrival) / 1000)
    say(f"a received board is painted after  {statistics.median(delays):4.1f} ms of {FRAME_MS:.1f}")


def shifts(browser: Browser, site: Site, code: str) -> None:
    """How much pages move while they load."""
    paths = {"start": "/", "race": f"/race/{code}/"}
    paths |= {f"how to play {game}": f"/how-to-play/{game}/" for game in list(GAMES)[:1]}
    for name, path in paths.items():
        for width, height in ((360, 640), (1280, 800)):
            context = browser.new_context(
                base_url=site.urls[0], viewport={"width": width, "height": height}
            )
            page = context.new_page()
            page.add_init_script(WATCH)
            with slowed(page):
                page.goto(path, wait_until="networkidle" if path != paths["race"] else "load")
                page.wait_for_timeout(700)
            shift = page.evaluate("() => window.shift")
            say(f"layout shift, {name}, {width}:  {shift:.4f} of 0")
            context.close()


if __name__ == "__main__":
    main()
