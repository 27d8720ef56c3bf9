"""Frames to many watchers: a few sockets at a time, so that no player's move waits for all."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Hashable
from typing import Final
from weakref import WeakKeyDictionary

from games.live.connections import Connection
from games.live.race_tasks import RaceTasks

FEW: Final = 10
"""So many watchers of a race get each frame at once."""

PIECE: Final = 16
"""Frames sent without a pause: about a millisecond."""

_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


class Stands:
    """The watchers of one race, and the frames that wait for them.

    Where more wait than the watchers' share of the process allows, a newer frame takes the place of
    an older one of its kind. The watchers of all races take turns, and each piece is followed by a
    pause as long as it took: together they take half of the process at most.
    """

    def __init__(self, connections: Collection[Connection], tasks: RaceTasks) -> None:
        self._connections = connections
        self._tasks = tasks
        self._waiting: dict[Connection, dict[Hashable, str]] = {}

    def send(self, connection: Connection, kind: Hashable, frame: str) -> None:
        """Send a watcher a frame, soon; it replaces one of its kind that still waits."""
        if not self._waiting and len(self._connections) <= FEW:
            connection.send_text(frame)
            return
        if not self._waiting:
            self._tasks.spawn("showing the race to watchers", self._deliver)
        waiting = self._waiting.setdefault(connection, {})
        # Frames leave in the order in which they were last sent: a board never precedes its race.
        waiting.pop(kind, None)
        waiting[kind] = frame

    def forget(self, connection: Connection) -> None:
        """Drop what waits for a socket that has left."""
        self._waiting.pop(connection, None)

    async def _deliver(self) -> None:
        turn = _turns.setdefault(asyncio.get_running_loop(), asyncio.Lock())
        while self._waiting:
            async with turn:
                began = time.perf_counter()
                self._send_piece()
                # The sockets' own tasks send what they were given.
                await asyncio.sleep(0)
                await asyncio.sleep(time.perf_counter() - began)

    def _send_piece(self) -> None:
        sent = 0
        while self._waiting and sent < PIECE:
            connection = next(iter(self._waiting))
            frames = self._waiting.pop(connection)
            for frame in frames.values():
                connection.send_text(frame)
            sent += len(frames)
