"""What those who show boards need of a race and its sockets."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from games.live.connections import Connection
from games.live.snapshots import Stored
from games.racing import Race


class Stage(Protocol):
    """The race of a room, to those who show its boards."""

    stored: Stored
    connections: set[Connection]

    @property
    def race(self) -> Race:
        """The race with all that is known of its runs."""

    def elapsed(self) -> int:
        """Return the milliseconds since the start."""

    def spawn(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run something beside everything else, and log how it fails."""
