"""What an open event stream takes: memory of a Daphne process on SQLite, and how late events come.

    python -m tests.benchmarks.streams [--streams N] [--races N]

All streams are of one client process; the server's memory is its resident set, the median of three
looks before and after.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
import urllib.request
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from games.management.progress import Progress
from tests.benchmarks.report import Row, benchmark
from tests.processes import Launch, Site
from tests.stores import Stores

AT_ONCE: Final = 50
"""Streams that are opened at the same time."""
SETTLE_SECONDS: Final = 3.0

Stream: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]

TOKEN: Final = """
from django.utils import timezone
from games.models import AccessToken, Player
bench = Player.objects.create_user("bench")
print(AccessToken.objects.issue(bench, "bench", ["race"], timezone.now(), lasts=None)[1])
"""


def rows(asked: Namespace, progress: Progress) -> Iterator[Row]:
    """Yield what a stream weighs, and how late events come."""
    with ExitStack() as cleanup:
        folder, template = (Path(cleanup.enter_context(TemporaryDirectory())) for _ in "ab")
        launch = cleanup.enter_context(closing(Launch(folder, Stores(template, cleanup))))
        site = launch(STREAMS_PER_CALLER="0")
        with asyncio.Runner() as runner:
            token = site.manage("shell", "-v0", "-c", TOKEN).strip()
            everybody, weight = runner.run(opened(site, asked.streams, progress))
            yield {"streams": asked.streams, "KB each": weight}
            progress.begin("Racing", asked.races)
            delays = [
                runner.run(delay(site, token, everybody)) for _ in progress.over(range(asked.races))
            ]
            yield {
                "an event at all of them, of": asked.races,
                "median s": median(delays),
                "worst s": max(delays),
            }
            for _reader, writer in everybody:
                writer.close()


async def opened(site: Site, count: int, progress: Progress) -> tuple[list[Stream], float]:
    """Open one stream more than so many; return them, and the KB that each of these takes."""
    # The first stream loads what all share.
    everybody = [await listen(site)]
    await asyncio.sleep(SETTLE_SECONDS)
    before = await resident(site)
    progress.begin("Opening streams", count)
    while (left := count - progress.done) > 0:
        now = min(AT_ONCE, left)
        everybody += await asyncio.gather(*(listen(site) for _ in range(now)))
        progress.step(now)
    await asyncio.sleep(SETTLE_SECONDS)
    return everybody, (await resident(site) - before) / count


async def delay(site: Site, token: str, everybody: Sequence[Stream]) -> float:
    """Return the seconds from a quick race until all streams have told of it."""
    code = (await asyncio.to_thread(quick_race, site, token))["code"]
    opened = time.perf_counter()
    await asyncio.gather(*(until(reader, f'"{code}"') for reader, _writer in everybody))
    taken = time.perf_counter() - opened
    await asyncio.to_thread(post, site, token, f"races/{code}/leave")
    return taken


def quick_race(site: Site, token: str) -> Any:
    """Open a quick race and return it."""
    return json.loads(post(site, token, "quick-races", b'{"game": "applegate"}'))


def post(site: Site, token: str, address: str, sent: bytes = b"") -> bytes:
    """Send something to the API and return the answer."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    asked = urllib.request.Request(f"{site.urls[0]}/api/v1/{address}", sent, headers)
    with urllib.request.urlopen(asked) as answer:
        said: bytes = answer.read()
    return said


async def listen(site: Site) -> Stream:
    """Open a stream and read its first event."""
    address = urlsplit(site.urls[0])
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    writer.write(b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    await until(reader, '"now"')
    return reader, writer


async def until(reader: asyncio.StreamReader, text: str) -> None:
    """Read until a line has this text."""
    while text.encode() not in await reader.readline():
        pass


async def resident(site: Site) -> float:
    """Return the resident set of the server in KB."""
    child = site.processes[0].child
    assert child is not None
    status = Path(f"/proc/{child.pid}/status")
    found = []
    for _ in range(3):
        text = await asyncio.to_thread(status.read_text)
        found.append(int(text.partition("VmRSS:")[2].split()[0]))
        await asyncio.sleep(0.2)
    return median(found)


if __name__ == "__main__":
    sys.exit(benchmark(__doc__, rows, streams=1000, races=20))
