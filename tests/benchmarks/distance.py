"""What distance costs a player: the same moves on the spot and through a slow line."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import Browser

from games.engine import Deal
from games.racing import intended
from tests.e2e.person import Person, Table
from tests.live.racer import Racer
from tests.live.wins import Win, win
from tests.processes import Site

ROUND_TRIP: Final = 0.25
PACE: Final = 0.1
"""Seconds between two moves, so that no queue at the server is taken for distance."""
TRIES: Final = 3
COUNT: Final = 20
TAPPED: Final = Win(
    "beleaguered-castle/standard",
    str(Deal.from_key(b"4")),
    "2D 2H 3H 4H QC 2S 3S 4S 8C 5H QS 9S 9D 8S JH TD 6H JS 2C TC".split(),
)
"""Twenty cards, each of which has a best move after the others."""
COLLECTED: Final = 10

VISIBLE: Final = """face => {
    const card = document.querySelector(`#table .card[data-face="${face}"]`);
    const { x, y, width, height } = card.getBoundingClientRect();
    return [card.dataset.fan === "left" ? x + width - 5 : x + 5, y + height / 2];
}"""
"""The strip of a card that those on it leave free."""

WATCH: Final = """() => {
    let last = 0;
    for (const input of ["pointerup", "keydown"]) {
        addEventListener(input, ({ timeStamp }) => { last = timeStamp; }, true);
    }
    const table = document.querySelector("#table");
    window.stored = new Promise((done) => {
        const look = () => {
            if (last && !table.classList.contains("waiting")) done(performance.now() - last);
        };
        new MutationObserver(look).observe(table, { attributeFilter: ["class"] });
    });
}"""
"""Times by the page's clock: what it takes to make a drag for the page is not distance."""


class SlowLine:
    """Forwards traffic to a site, each byte half a round trip later."""

    def __init__(self, url: str) -> None:
        target = urlsplit(url)
        self._target = (target.hostname, target.port)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        starting = asyncio.start_server(self._forward, "127.0.0.1", 0)
        self._server = asyncio.run_coroutine_threadsafe(starting, self._loop).result()

    @property
    def url(self) -> str:
        """Its address, in front of the site."""
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def close(self) -> None:
        """Stop forwarding."""
        asyncio.run_coroutine_threadsafe(self._cut(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _cut(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _forward(self, client: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        server, forth = await asyncio.open_connection(*self._target)
        with suppress(ConnectionError, asyncio.CancelledError):
            await asyncio.gather(self._pump(client, forth), self._pump(server, back))

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        """Write what is read half a round trip later; calls at one delay keep their order."""
        while data := await source.read(65536):
            self._loop.call_later(ROUND_TRIP / 2, sink.write, data)
        self._loop.call_later(ROUND_TRIP / 2, sink.close)


def distances(browser: Browser, site: Site) -> Iterator[tuple[str, float]]:
    """Yield for each way to play how many more round trips the last answer takes far away."""
    ways = {"20 drags": drags, "20 taps": taps, "a collect of 10": collect}
    with closing(SlowLine(site.urls[0])) as line:
        for name, way in ways.items():
            near, far = (
                min(way(browser, site, url) for _ in range(TRIES))
                for url in (site.urls[0], line.url)
            )
            yield name, (far - near) / ROUND_TRIP


def drags(browser: Browser, site: Site, url: str) -> float:
    """Return the seconds that the last of twenty drags takes until all are stored."""
    known = win("beleaguered-castle")
    with sitting(browser, site, url, known) as (table, _):
        moves = known.moves[:COUNT]
        return timed(table, [partial(table.play, move) for move in moves])


def taps(browser: Browser, site: Site, url: str) -> float:
    """Return the seconds that the last of twenty taps takes until all are stored."""
    with sitting(browser, site, url, TAPPED) as (table, _):

        def tap(face: str) -> None:
            table.page.mouse.click(*table.page.evaluate(VISIBLE, face))
            for move in intended(table.board, face):
                table.board.push(table.board.find_move(move))

        return timed(table, [partial(tap, face) for face in TAPPED.moves])


def collect(browser: Browser, site: Site, url: str) -> float:
    """Return the seconds that collecting ten cards takes until all are stored."""
    known = win("agnes-sorel")
    with sitting(browser, site, url, known) as (table, code):
        board, moves = table.board, known.moves[:62]
        for move in moves:
            board.push(board.find_move(move))
        for _ in range(4):
            moves.append(str(board.safe_moves[0]))
            board.push(board.safe_moves[0])
        jar = table.page.context.cookies()
        cookies = "; ".join(f"{each.get('name')}={each.get('value')}" for each in jar)
        racer = Racer(site.urls[0], {"Cookie": cookies})
        racer.connect(code)
        racer.board(0)
        racer.play(moves)
        racer.close()
        shown(table)
        before = board.progress
        for move in intended(board, "collect"):
            board.push(board.find_move(move))
            if board.finish():
                break
        assert board.progress == before + COLLECTED
        return timed(table, [partial(table.page.keyboard.press, "c")])


@contextmanager
def sitting(browser: Browser, site: Site, url: str, known: Win) -> Iterator[tuple[Table, str]]:
    """Yield the table of a person alone in a race, and the race's code."""
    code = site.manage("race", known.rules, "--deal", known.deal, "--countdown", "3").strip()
    context = browser.new_context(base_url=url, reduced_motion="reduce")
    try:
        person = Person(context)
        person.prefer(url, "tap=best")
        person.join_by_link(code, "Alice")
        person.page.get_by_role("button", name="Race alone").click()
        table = person.sit_at(known)
        person.page.locator("#table:not(.locked)").wait_for(state="attached")
        yield table, code
        assert not person.faults, person.faults
    finally:
        context.close()


def timed(table: Table, moves: list[Callable[[], object]]) -> float:
    """Make moves without waiting; return the seconds from the last input until all are stored."""
    first = time.perf_counter()
    for count, move in enumerate(moves[:-1], 1):
        move()
        time.sleep(max(0.0, first + count * PACE - time.perf_counter()))
    table.page.evaluate(WATCH)
    moves[-1]()
    waited = float(table.page.evaluate("window.stored"))
    shown(table)
    return waited / 1000


def shown(table: Table) -> None:
    """Wait until the page shows the board that the moves lead to."""
    table.page.get_by_text(str(table.board.progress), exact=True).and_(
        table.page.locator("#home-count")
    ).wait_for(state="attached")
