"""The feed: hands events to the open streams of this process.

It reads the stored events twice a second while a stream is open, as often as frames show progress.
So it needs no message to learn of one, and every process tells the same in the same order, wherever
it was stored: by a page, the API, a race socket, a worker or a command. Progress isn't stored; it
comes with the notes that race sockets send each other.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import Counter
from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any, Final

import msgspec
from django.utils import timezone

from games.api.streaming.events import Facts, Told, progress, read_events, read_facts
from games.api.streaming.stream import Claim, Form, Stream
from games.live import web_process
from games.live.database_thread import UnavailableError, in_closing_thread
from games.live.notes import RunNote, from_wire
from games.live.tokens import standing
from games.models import Player, Race
from games.models.visibility import is_private_from, is_race_hidden_from
from games.racing import Run

logger = logging.getLogger(__name__)

EVERY: Final = 0.5
"""Seconds between two looks for events."""

HEARTBEAT: Final = 15.0
"""Seconds between two heartbeats, which show that the line is up and check each stream's right."""

LONGEST: Final = 3600.0
"""Seconds after which a stream ends, to be resumed: a client that never reads fills memory."""


class Feed:
    """The open streams of this process."""

    def __init__(self) -> None:
        self._streams: dict[Stream, float] = {}
        """Each stream, and when it began."""
        self._counts: Counter[str] = Counter()
        self._counting = threading.Lock()
        self._races: dict[str, Facts] = {}
        self._moved: dict[str, dict[int, Run]] = {}
        self._doubted: set[int] = set()
        self._doubt = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._is_tapping = False

    def admit(self, caller: str, limit: int) -> bool:
        """Count a stream of a caller, unless that would be too many; 0 is no limit."""
        with self._counting:
            if limit and self._counts[caller] >= limit:
                return False
            self._counts[caller] += 1
            return True

    def release(self, caller: str) -> None:
        """Count a stream no longer."""
        with self._counting:
            self._counts[caller] -= 1
            if not self._counts[caller]:
                del self._counts[caller]

    def add(self, stream: Stream) -> None:
        """Hand a stream what it tells of, from now on."""
        self._streams[stream] = time.monotonic()
        if not self._is_tapping:
            self._is_tapping = True
            web_process.rooms.tap(self.hear)
        if not self._tasks:
            self._tasks = [asyncio.create_task(work()) for work in (self._look_on, self._beat_on)]

    def remove(self, stream: Stream) -> None:
        """Hand a stream nothing more."""
        del self._streams[stream]
        if not self._streams:
            for task in self._tasks:
                task.cancel()
            self._tasks = []
            self._races.clear()
            self._moved.clear()

    def hear(self, message: dict[str, Any]) -> None:
        """Note whose runs have moved, or whose rights may have changed, in another process."""
        if not self._streams:
            return
        if message["type"] == "rights":
            self._doubted.add(message["player"])
            self._doubt.set()
        for code, wire in message.get("notes", ()):
            # A process of another release may send other notes.
            with suppress(msgspec.ValidationError):
                if isinstance(note := from_wire(wire), RunNote):
                    self._moved.setdefault(code, {})[note.player] = note.run

    async def _look_on(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self._look()
            except UnavailableError as error:
                error.log(logger, "Could not read events")
            except Exception:
                logger.exception("Could not tell of events; trying again")

    async def _look(self) -> None:
        """Tell of what has happened since the last look."""
        # A stream that begins meanwhile waits: it may be behind the others.
        streams = tuple(self._streams)
        moved, self._moved = self._moved, {}
        found = await _read_events(min(stream.last for stream in streams))
        for told in found:
            self._races.pop(told.document.code or "", None)
        if unknown := moved.keys() - self._races.keys():
            self._races |= await _read_facts(unknown)
        for told in found:
            code = told.document.code or ""
            # A race's last progress belongs before its end, and all other progress after its start.
            if told.document.event == "over" and code in moved:
                self._tell_progress(streams, code, moved.pop(code), told.document.at)
            _hand([stream for stream in streams if told.number > stream.last], told)
        if found:
            for stream in streams:
                stream.last = max(stream.last, found[-1].number)
        for code, runs in moved.items():
            self._tell_progress(streams, code, runs, timezone.now())
        for told in found:
            if told.document.event in ("over", "gone"):
                self._races.pop(told.document.code or "", None)

    def _tell_progress(
        self, streams: Collection[Stream], code: str, runs: Mapping[int, Run], at: datetime
    ) -> None:
        if facts := self._races.get(code):
            _hand(streams, progress(code, runs, facts, at))

    async def _beat_on(self) -> None:
        beat_at = time.monotonic() + HEARTBEAT
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._doubt.wait(), beat_at - time.monotonic())
            self._doubt.clear()
            doubted, self._doubted = self._doubted, set()
            is_due = time.monotonic() >= beat_at
            try:
                await self._check(None if is_due else doubted)
            except UnavailableError as error:
                error.log(logger, "Could not check the rights of streams")
            except Exception:
                logger.exception("Could not check the rights of streams; trying again")
            if is_due:
                beat_at = time.monotonic() + HEARTBEAT
                for stream in self._streams:
                    stream.put(stream.form.heartbeat)

    async def _check(self, players: Collection[int] | None) -> None:
        """End the streams that may no longer go on: of all, or only those of some players."""
        streams = {
            stream: since
            for stream, since in self._streams.items()
            if players is None or stream.claim.player in players
        }
        standing = await _standing({stream.claim for stream in streams})
        oldest = time.monotonic() - LONGEST
        for stream, since in streams.items():
            if stream.claim not in standing or since <= oldest:
                stream.end()


def _hand(streams: Collection[Stream], told: Told) -> None:
    """Hand an event to the streams that it belongs to."""
    chunks = {form: form.chunk(told) for form in Form}
    for stream in streams:
        if stream.topic.covers(told):
            stream.put(chunks[stream.form])


def standing_claims(claims: Collection[Claim]) -> frozenset[Claim]:
    """Return the claims that still stand: the token works, and its owner may see the race."""
    tokens = standing({claim.token for claim in claims if claim.token})
    valid = [one for one in claims if not one.token or tokens.get(one.token) == one.player]
    found = Race.objects.filter(code__in={claim.code for claim in valid}).select_related("deal")
    races = {race.code: race for race in found}
    now = web_process.wall_clock()
    return frozenset(
        claim
        for claim in valid
        if not claim.code
        or ((race := races.get(claim.code)) is not None and may_see(race, claim.player, now))
    )


def may_see(race: Race, player: int, now: int) -> bool:
    """Tell whether a player (0: a visitor) may see a race. Costs queries for races alone."""
    viewer = Player(pk=player) if player else None
    return not is_private_from(race, viewer) and not is_race_hidden_from(race, viewer, now)


_read_events: Final = in_closing_thread(read_events)
_read_facts: Final = in_closing_thread(read_facts)
_standing: Final = in_closing_thread(standing_claims)

feed: Final = Feed()
