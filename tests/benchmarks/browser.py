"""How fast the table is in a browser on a slow machine.

    python -m tests.benchmarks.browser [--visits N]

It runs Chromium with fourfold processor throttling and an empty cache against a fresh site on this
machine. Chromium's tracing counts the frames.
"""

from __future__ import annotations

import itertools
import statistics
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, CDPSession, sync_playwright

from games.engine import GAMES
from games.management.progress import Progress
from tests import needs
from tests.benchmarks.distance import distances
from tests.benchmarks.first_card import first_cards
from tests.benchmarks.first_visit import RACE_SHOWN, sit_down, slowed, start, visit
from tests.benchmarks.report import Row, benchmark
from tests.e2e.conftest import FLAGS
from tests.e2e.person import Table
from tests.live.wins import win
from tests.processes import Site

INPUTS: Final = 5
DRAGS: Final = 3
DRAG_PIXELS_A_SECOND: Final = 300
FRAME_MS: Final = 1000 / 60
WIDTHS: Final = ((360, 640), (1280, 800))

WATCH: Final = """
    window.shift = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
"""
TRACED: Final = (
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
)


def rows(asked: Namespace, progress: Progress) -> Iterator[Row]:
    """Yield each figure; progress counts what they are of."""
    with ExitStack() as cleanup:
        bundled = needs.esbuild() is not None
        if not bundled:
            sys.stderr.write("esbuild is missing, so pages are native\n")
        site = start(cleanup, bundled)
        playwright = cleanup.enter_context(sync_playwright())
        browser = cleanup.enter_context(
            playwright.chromium.launch(executable_path=needs.chromium(), args=list(FLAGS))
        )
        yield from clicks(browser, site)
        code, player = sit_down(browser, site)
        seated = player.page.context
        parts = (
            first_visits(browser, site, code, seated, asked.visits),
            at_the_table(player),
            shifts(browser, site, code, seated),
            far_away(browser, site),
        )
        progress.begin("Measuring", len(parts))
        for part in progress.over(parts):
            yield from part


def figure(what: str, found: float, at_most: float, unit: str = "", note: str = "") -> Row:
    """Return the row of a figure and its upper limit."""
    return {
        "measure": what,
        "found": found,
        "at most": at_most,
        "unit": unit,
        "reached": found <= at_most,
        "note": note,
    }


def clicks(browser: Browser, site: Site) -> Iterator[Row]:
    """Count the clicks from landing to what people come for."""
    for what, seconds, count in first_cards(browser, site):
        yield figure(f"clicks to {what}", count, 2, "clicks", f"{seconds:.1f} s from landing")


def first_visits(
    browser: Browser, site: Site, code: str, seated: BrowserContext, visits: int
) -> Iterator[Row]:
    """Measure the time from navigation to playable cards, with an empty cache."""
    found = [visit(browser, site, f"/race/{code}/", RACE_SHOWN, seated) for _ in range(visits)]
    times = 1000 * statistics.median(each.seconds for each in found)
    yield figure("first visit to playable table", times, 1000, "ms")
    note = f"{found[-1].requests} requests"
    yield figure(
        "transferred for the race page", max(each.kibibytes for each in found), 120, "KiB", note
    )


def at_the_table(table: Table) -> Iterator[Row]:
    """Measure what a player sees who drags, moves and is answered."""
    with slowed(table.page) as session:
        yield from drags(table, session)
        yield moves(table, session)
        yield boards(table, session)


def far_away(browser: Browser, site: Site) -> Iterator[Row]:
    """Measure what distance costs."""
    for way, trips in distances(browser, site):
        what = f"{way}, 250 ms away"
        yield figure(what, round(trips, 1), 1, "trips", "more than on the spot")


def main_thread(events: list[dict[str, Any]]) -> tuple[int, int]:
    """Return the process and thread of the page's scripts."""
    styled = (event for event in events if event["name"] == "UpdateLayoutTree")
    return Counter((event["pid"], event["tid"]) for event in styled).most_common(1)[0][0]


@contextmanager
def traced(session: CDPSession) -> Iterator[list[dict[str, Any]]]:
    """Trace Chromium during the block; yield a list that has the events afterwards."""
    events: list[dict[str, Any]] = []
    finished: list[dict[str, Any]] = []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    session.on("Tracing.tracingComplete", lambda data: finished.append(data))
    session.send("Tracing.start", {"traceConfig": {"includedCategories": list(TRACED)}})
    yield events
    session.send("Tracing.end")
    while not finished:
        session.send("Browser.getVersion")


def drags(table: Table, session: CDPSession) -> Iterator[Row]:
    """Measure frames while Chromium drags a card by touch, as often as it can."""
    page = table.page
    card = page.locator("#table .card[data-face]:not([data-face='??'])").last.bounding_box()
    table_box = page.locator("#table").bounding_box()
    assert card is not None
    assert table_box is not None
    # Drag to the farther side but not off the table: nothing is drawn out of sight.
    left = card["x"] - table_box["x"]
    right = table_box["width"] - card["width"] - left
    across = right - card["width"] if right > left else card["width"] - left
    gaps, work = [], []
    for _ in range(DRAGS):
        with traced(session) as events:
            session.send(
                "Input.synthesizeScrollGesture",
                {
                    "x": card["x"] + card["width"] / 2,
                    "y": card["y"] + 10,
                    "xDistance": across,
                    "yDistance": card["height"],
                    "speed": DRAG_PIXELS_A_SECOND,
                    "gestureSourceType": "touch",
                    "preventFling": True,
                },
            )
        pointed = sorted(named(events, "EventDispatch", "pointermove"))
        first, last = pointed[len(pointed) // 10], pointed[-len(pointed) // 10]
        drawn = sorted(event["ts"] for event in events if event["name"] == "DrawFrame")
        drawn = [when for when in drawn if first <= when <= last]
        gaps += [(after - before) / 1000 for before, after in itertools.pairwise(drawn)]
        main = main_thread(events)
        work += [
            event["dur"] / 1000
            for event in events
            if event["name"] == "RunTask"
            and (event["pid"], event["tid"]) == main
            and first <= event["ts"] <= last
        ]
    rate = 1000 * len(gaps) / sum(gaps)
    # A gap of two frames or more means that frames are missing.
    missing = sum(max(0, round(gap / FRAME_MS) - 1) for gap in gaps)
    note = f"{rate:.1f} a second, {missing} of {len(gaps) + missing} missing"
    yield figure("a frame of a drag, mean", sum(gaps) / len(gaps), FRAME_MS + 0.05, "ms", note)
    yield figure("work for a frame of a drag, mean", sum(work) / len(gaps), FRAME_MS, "ms")


def named(events: list[dict[str, Any]], name: str, kind: str) -> list[float]:
    """Return when the events of a kind began."""
    return [
        event["ts"]
        for event in events
        if event["name"] == name and event.get("args", {}).get("data", {}).get("type") == kind
    ]


def moves(table: Table, session: CDPSession) -> Row:
    """Measure the time from a key that picks up or puts back cards until the screen shows it."""
    found: list[tuple[float, float]] = []
    for key in ("1", "Escape") * INPUTS:
        with traced(session) as events:
            table.page.keyboard.press(key)
            table.page.wait_for_timeout(200)
        found += pictures(events, named(events, "EventDispatch", "keydown"))
    return work("an input", found)


def boards(table: Table, session: CDPSession) -> Row:
    """Measure the time from a received board until the screen shows it."""
    found: list[tuple[float, float]] = []
    for move in win("agnes-sorel").moves[:12]:
        with traced(session) as events:
            table.play(move, "keys")
            table.page.wait_for_timeout(400)
        arrivals = [event["ts"] for event in events if event["name"] == "WebSocketReceive"]
        found += pictures(events, arrivals[:1])
    return work("a received board", found)


def work(what: str, found: list[tuple[float, float]]) -> Row:
    """Tell how long the page works on a frame: longer than a frame's time misses the next one."""
    worked, shown = (statistics.median(values) for values in zip(*found, strict=True))
    note = f"on the screen after {shown:.0f} ms"
    return figure(f"work from {what} to its frame, median", worked, FRAME_MS, "ms", note)


def pictures(events: list[dict[str, Any]], causes: list[float]) -> Iterator[tuple[float, float]]:
    """Yield the milliseconds of work and of time from each cause to the first frame showing it."""
    main = main_thread(events)
    drawn = sorted(event["ts"] for event in events if event["name"] == "DrawFrame")
    tasks = [
        (event["ts"], event["ts"] + event["dur"])
        for event in events
        # The trace may end in the middle of a task, which then has no duration.
        if event["name"] == "RunTask" and (event["pid"], event["tid"]) == main and "dur" in event
    ]
    painted = sorted(
        event["ts"] + event["dur"]
        for event in events
        if event["name"] == "Commit" and (event["pid"], event["tid"]) == main and "dur" in event
    )
    for cause in causes:
        commit = next((when for when in painted if when > cause), None)
        shown = next((when for when in drawn if commit and when >= commit), None)
        if commit and shown:
            work = sum(min(end, commit) - start for start, end in tasks if cause <= start < commit)
            yield work / 1000, (shown - cause) / 1000


def shifts(browser: Browser, site: Site, code: str, seated: BrowserContext) -> Iterator[Row]:
    """Measure the layout shift of pages while they load."""
    known = win("agnes-bernauer")
    room = site.manage("race", known.rules).strip()
    pages: dict[str, tuple[str, str, bool]] = {
        "start": ("/", "#duel .card", False),
        "room": (f"/race/{room}/", "[data-scene=room]", False),
        "race, own table": (f"/race/{code}/", "#table .card", True),
        "race, watching": (f"/race/{code}/", "[data-scene=watch] #watch .card", False),
    }
    for game in GAMES:
        pages[f"how to play {game}"] = (f"/how-to-play/{game}/", ".card-table .card", False)
    for name, (path, ready, own) in pages.items():
        for width, height in WIDTHS:
            context = browser.new_context(
                base_url=site.urls[0], viewport={"width": width, "height": height}
            )
            if own:
                context.add_cookies(seated.cookies())  # type: ignore[arg-type]
            page = context.new_page()
            page.add_init_script(WATCH)
            with slowed(page):
                page.goto(path)
                page.locator(ready).first.wait_for(state="attached")
                page.wait_for_load_state("networkidle")
                page.wait_for_timeout(500)
            shift = page.evaluate("() => window.shift")
            yield figure(f"layout shift, {name}, {width}", shift, 0)
            context.close()


if __name__ == "__main__":
    sys.exit(benchmark(__doc__, rows, visits=5))
