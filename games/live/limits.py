"""How much one person may take of this process: token buckets, and who is counted as whom."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from games.engine import Sentence
from games.racing import RefusedError

NOBODY: Final = 0
"""The player of a socket whose person has no session: who only watches."""


@dataclass(frozen=True)
class Limits:
    """What each may have; 0 stands for no limit. Rates are frames a second in the long run."""

    frames_per_connection: int
    frames_per_player: int
    connections_per_player: int
    connections_per_address: int
    frame_size: int
    """Characters of a frame; the longest honest one has under 100."""


class Bucket:
    """A token bucket that holds two seconds' worth."""

    def __init__(self, rate: int, now: float) -> None:
        self.rate = rate
        self._credit = 2.0 * rate
        self._at = now

    def take(self, now: float) -> bool:
        """Whether one more is allowed at this time (seconds, on any one clock)."""
        if not self.rate:
            return True
        self._credit = min(2.0 * self.rate, self._credit + (now - self._at) * self.rate)
        self._at = now
        if self._credit < 1:
            return False
        self._credit -= 1
        return True


class Door:
    """The sockets of this process, counted by player and by address."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._players: Counter[int] = Counter()
        self._addresses: Counter[str] = Counter()
        self._buckets: dict[int, Bucket] = {}

    def enter(self, player: int, address: str, now: float) -> tuple[Bucket, ...]:
        """Count a socket; the buckets that its frames are taken from.

        :raises RefusedError: if the player or the address has too many; it is not counted.
        """
        limits = self.limits
        if player != NOBODY and _reached(self._players[player], limits.connections_per_player):
            raise RefusedError(
                "too-many-sockets",
                Sentence(
                    "You have %(count)s tables open. Close one and try again.",
                    count=limits.connections_per_player,
                ),
            )
        if _reached(self._addresses[address], limits.connections_per_address):
            raise RefusedError(
                "too-many-sockets", "Too many tables are open at your address. Try again later."
            )
        self._players[player] += 1
        self._addresses[address] += 1
        own = Bucket(limits.frames_per_connection, now)
        if player == NOBODY:
            return (own,)
        if player not in self._buckets:
            self._buckets[player] = Bucket(limits.frames_per_player, now)
        return own, self._buckets[player]

    def exit(self, player: int, address: str) -> None:
        """Count a socket no more."""
        self._players[player] -= 1
        self._addresses[address] -= 1
        if not self._players[player]:
            del self._players[player]
            self._buckets.pop(player, None)
        if not self._addresses[address]:
            del self._addresses[address]


def _reached(count: int, limit: int) -> bool:
    return bool(limit) and count >= limit
