"""What an open event stream takes: memory of a Daphne process on SQLite, and how late events come.

    python -m tests.benchmarks.streams [STREAMS]

All streams are of one client process; the server's memory is its resident set, the median of three
looks before and after.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
import urllib.request
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.parse import urlsplit

from tests.processes import Launch, Site
from tests.stores import Stores

STREAMS: Final = 1000
RACES: Final = 20
SETTLE_SECONDS: Final = 3.0

TOKEN: Final = """
from django.utils import timezone
from games.models import AccessToken, Player
bench = Player.objects.create_user("bench")
print(AccessToken.objects.issue(bench, "bench", ["race"], timezone.now(), lasts=None)[1])
"""


def main() -> None:
    streams = int(sys.argv[1]) if len(sys.argv) > 1 else STREAMS
    with ExitStack() as cleanup:
        folder, template = (Path(cleanup.enter_context(TemporaryDirectory())) for _ in "ab")
        launch = cleanup.enter_context(closing(Launch(folder, Stores(template, cleanup))))
        site = launch(STREAMS_PER_CALLER="0")
        asyncio.run(measure(site, streams))


async def measure(site: Site, count: int) -> None:
    """Open streams, then races that they tell of."""
    token = site.manage("shell", "-v0", "-c", TOKEN).strip()
    # The first stream loads what all share.
    everybody = [await listen(site)]
    await asyncio.sleep(SETTLE_SECONDS)
    before = await resident(site)
    for _ in range(count // 50):
        everybody += await asyncio.gather(*(listen(site) for _ in range(50)))
    await asyncio.sleep(SETTLE_SECONDS)
    each = (await resident(site) - before) / (len(everybody) - 1)
    delays = []
    for _ in range(RACES):
        code = (await asyncio.to_thread(quick_race, site, token))["code"]
        opened = time.perf_counter()
        await asyncio.gather(*(until(reader, f'"{code}"') for reader, _writer in everybody))
        delays.append(time.perf_counter() - opened)
        await asyncio.to_thread(post, site, token, f"races/{code}/leave")
    sys.stdout.write(f"{len(everybody) - 1} streams, {each:.1f} KB each\n")
    sys.stdout.write(
        f"an event at all of them: median {median(delays):.2f} s, worst {max(delays):.2f} s\n"
    )
    for _reader, writer in everybody:
        writer.close()


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


async def listen(site: Site) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
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
    main()
