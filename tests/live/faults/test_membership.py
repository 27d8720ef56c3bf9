"""The channel group in Redis holds the live processes, and drops dead ones soon."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import redis

from games.live.relay import GROUP
from tests.live.conftest import Visit
from tests.live.racer import Racer
from tests.live.wins import win
from tests.processes import STOP_SECONDS, Launch, Site
from tests.stores import Stores

pytestmark = [pytest.mark.needs_postgres, pytest.mark.needs_redis]

EXPIRY = 3
"""Seconds after which these tests' processes are forgotten."""

PATIENCE = 60.0


@dataclass
class Members:
    """The group of a site's processes, as stored in Redis."""

    site: Site
    client: redis.Redis
    racers: list[Racer] = field(default_factory=list)
    channels: list[str] = field(default_factory=list)
    """The channel of each process."""

    def seen(self) -> dict[str, float]:
        """Return the channel of each member, with the time of its last join."""
        found: Any = self.client.zrange(f"samedeal:group:{GROUP}", 0, -1, withscores=True)
        return {channel.decode(): joined for channel, joined in found}

    def add(self, racer: Racer) -> None:
        """Start a practice at the next process, which joins the group with its first socket."""
        self.racers.append(racer)
        racer.practise(win("agnes-sorel"))
        while not (new := self.seen().keys() - self.channels):
            time.sleep(0.05)
        self.channels += new

    def number(self, wanted: int) -> dict[str, float]:
        """Wait for this many members; the last process plays meanwhile, so that it sends notes."""
        deadline = time.monotonic() + PATIENCE
        player = self.racers[-1]
        for number in count(len(player.frames_of("board"))):
            if len(seen := self.seen()) == wanted:
                return seen
            assert time.monotonic() < deadline, seen
            player.act(number, "undo" if number % 2 == 0 else win("agnes-sorel").moves[0])
            # Above 50 frames a second a client gets refusals instead of boards.
            time.sleep(0.05)
        raise AssertionError


@pytest.fixture
def members(stores: Stores, tmp_path: Path, visit: Visit) -> Iterator[Members]:
    """Provide two processes on different servers, with one player practising at each."""
    with ExitStack() as cleanup:
        environment = stores.fresh("postgres", tmp_path, cleanup)
        launch = cleanup.enter_context(closing(Launch(tmp_path, stores)))
        # Scripts start background jobs with Ctrl-C ignored, which the servers would inherit.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            site = launch.at({**environment, "GROUP_EXPIRY": str(EXPIRY)}, ["daphne", "uvicorn"])
        finally:
            signal.signal(signal.SIGINT, before)
        client = cleanup.enter_context(redis.Redis.from_url(environment["REDIS_URL"]))
        members = Members(site, client)
        for url in site.urls:
            members.add(visit(url))
        yield members


@pytest.mark.parametrize("first", [0, 1])
def test_a_process_that_ends_leaves_the_group(members: Members, first: int) -> None:
    for number, asked, left in (
        (first, signal.SIGTERM, [members.channels[1 - first]]),
        (1 - first, signal.SIGINT, []),
    ):
        process = members.site.processes[number]
        assert process.child is not None
        process.child.send_signal(asked)
        process.child.wait(STOP_SECONDS)
        assert list(members.seen()) == left


def test_a_killed_process_is_forgotten_and_a_live_one_is_kept(
    members: Members,
) -> None:
    forgotten, living = members.channels
    joined = members.seen()[living]
    members.site.kill(0)
    assert members.number(1)[living] > joined
    # Messages for the dead process expire too.
    assert members.client.ttl(f"samedeal{forgotten.partition('!')[0]}!") != NO_EXPIRY


NO_EXPIRY = -1
"""Redis's time to live for a key that never expires."""
