"""Moves while pages are served: what a move waits for its acknowledgement."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from typing import Final
from urllib.parse import urlsplit

from tests.benchmarks.load.race import Raced, race
from tests.benchmarks.load.sites import Site, run

PAGES: Final = 50
"""Pages asked for a second, half of them by a player."""

RATE: Final = 1000
"""Moves a second."""

READERS_AT_MOST: Final = 100


@dataclass
class Readers:
    """Visitors who ask for pages at a rate, each over a connection of their own."""

    url: str
    paths: Sequence[str]
    cookie: str
    rate: float = PAGES
    served: int = 0
    put_off: int = 0
    """Pages that nobody asked for because so many were awaited already."""
    failed: list[str] = field(default_factory=list)
    """What came instead of pages."""
    _asking: set[asyncio.Task[None]] = field(default_factory=set)

    async def read(self) -> None:
        """Ask for pages until cancelled."""
        due = time.perf_counter()
        for number, path in enumerate(cycle(self.paths)):
            due += 1 / self.rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if len(self._asking) >= READERS_AT_MOST:
                self.put_off += 1
                continue
            # As often with the cookie as without, whatever the number of paths.
            task = asyncio.create_task(self._ask(path, number // len(self.paths) % 2 == 0))
            self._asking.add(task)
            task.add_done_callback(self._note)

    async def rest(self) -> None:
        """Wait for the pages that are still to come."""
        await asyncio.gather(*self._asking, return_exceptions=True)

    def _note(self, task: asyncio.Task[None]) -> None:
        self._asking.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.failed.append(str(error))

    async def _ask(self, path: str, is_player: bool) -> None:
        parts = urlsplit(self.url)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        cookie = f"Cookie: {self.cookie}\r\n" if is_player else ""
        head = f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: close\r\n{cookie}\r\n"
        try:
            writer.write(head.encode())
            answer = await reader.read(-1)
        finally:
            writer.close()
            await writer.wait_closed()
        if not answer.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(f"{path}: {answer[:40]!r}")
        self.served += 1


@dataclass(frozen=True)
class Mixed:
    """What moves waited, and how many pages were served meanwhile."""

    raced: Raced
    pages_per_second: float
    put_off: int

    def __str__(self) -> str:
        return (
            f"{self.raced.latency} at {self.raced.moves_per_second:,.0f} moves/s, with "
            f"{self.pages_per_second:.0f} pages/s ({self.put_off} not asked for, too many waited)"
        )


async def mixed(site: Site, races: int, seconds: float) -> Mixed:
    """Let a field race at a rate while pages are asked for, of the site's last process."""
    seeded = json.loads(run(site.environment, "tests.benchmarks.load.page_seeding"))
    readers = Readers(site.pages[-1].url, list(seeded["paths"].values()), seeded["cookie"])
    reading = asyncio.create_task(readers.read())
    began = time.perf_counter()
    raced = await race(site, races, RATE, seconds)
    span = time.perf_counter() - began
    reading.cancel()
    with suppress(asyncio.CancelledError):
        await reading
    await readers.rest()
    if readers.failed:
        raise RuntimeError(f"{len(readers.failed)} pages didn't come: {readers.failed[0]}")
    return Mixed(raced, readers.served / span, readers.put_off)
