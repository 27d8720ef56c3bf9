"""The pace of a bot, which the site enforces and the client keeps to."""

from __future__ import annotations

from collections import deque
from typing import Final

ACTIONS: Final = 4
"""How many actions a bot may take in a second; the site refuses a fifth."""


class Pace:
    """When the latest actions were known to be stored, in seconds of any one clock.

    The site took each before it said so: who waits a second from then is never too soon for it.
    """

    def __init__(self) -> None:
        self._latest: deque[float] = deque(maxlen=ACTIONS)

    def note(self, now: float) -> None:
        """Note that an action is stored."""
        self._latest.append(now)

    @property
    def free_at(self) -> float:
        """When another action may be sent; 0 if none has to wait."""
        return self._latest[0] + 1 if len(self._latest) == ACTIONS else 0
