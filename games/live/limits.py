"""Limits: token buckets, sockets counted by player and by address, and the pace of bots."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from games.engine import Sentence
from games.racing import RefusedError

K = TypeVar("K")

NOBODY: Final = 0
"""The player of a socket without a session, which can only watch."""

SYNC_TOKENS: Final = 5
"""What a `sync` costs: unlike other frames, it queries the database."""


BOT_ACTIONS: Final = 4
"""How many actions a bot may take in a second: about as many as the fastest people."""

SECOND: Final = 1000


class TooFastError(RefusedError):
    """Something that comes too soon; `retry_after` milliseconds later it would not."""

    def __init__(self, retry_after: int, sentence: str) -> None:
        super().__init__("too-fast", sentence)
        self.retry_after = retry_after


class BotPace:
    """The pace of one bot's run, by the times of its actions: any process finds the same.

    Moves of one instant were one action: an intention, or an automatic move.
    """

    def __init__(self) -> None:
        self._latest: deque[int] = deque(maxlen=BOT_ACTIONS)

    def note(self, ms: int) -> None:
        """Note the time of an action that is stored or about to be, in milliseconds."""
        if not self._latest or ms > self._latest[-1]:
            self._latest.append(ms)

    def check(self, ms: int) -> None:
        """Check that another action may be taken now.

        :raises TooFastError: if too many were taken within the last second.
        """
        full = len(self._latest) == BOT_ACTIONS
        free_at = self._latest[0] + SECOND if full else 0
        # Two in one instant would be counted as one.
        again_at = self._latest[-1] + 1 if self._latest else 0
        if (left := max(free_at, again_at) - ms) > 0:
            sentence = Sentence("A bot makes at most %(count)s moves a second.", count=BOT_ACTIONS)
            raise TooFastError(left, sentence)


@dataclass(frozen=True)
class Limits:
    """The limits; 0 means none. Rates are sustained rates per second."""

    frames_per_connection: int
    frames_per_player: int
    """Over all sockets of one player, or all of one address without a session."""
    connections_per_player: int
    connections_per_address: int
    connects_per_address: int
    """New sockets, whether they stay or not."""
    frame_size: int
    """Characters of a frame; the longest honest one has fewer than 100."""


class Bucket:
    """A token bucket that holds two seconds' worth."""

    def __init__(self, rate: int, now: float) -> None:
        self.rate = rate
        self._credit = 2.0 * rate
        self._at = now

    def is_full(self, now: float) -> bool:
        """Return whether it holds as much as a new one."""
        return not self.rate or self._filled(now) >= 2.0 * self.rate

    def take(self, now: float, tokens: int = 1) -> bool:
        """Take tokens at `now` (seconds of any one clock); return False if there are too few.

        Nothing costs more than a second's worth, so that any frame fits the lowest rate.
        """
        if not self.rate:
            return True
        tokens = min(tokens, self.rate)
        self._credit = self._filled(now)
        self._at = now
        if self._credit < tokens:
            return False
        self._credit -= tokens
        return True

    def _filled(self, now: float) -> float:
        return min(2.0 * self.rate, self._credit + (now - self._at) * self.rate)


class Buckets(Generic[K]):
    """A bucket for each key, forgotten once it is full and no longer held."""

    def __init__(self, rate: int) -> None:
        self._rate = rate
        self._buckets: dict[K, Bucket] = {}
        self._released: dict[K, None] = {}
        """The keys of buckets that are not held, in the order in which they fill up."""

    def __len__(self) -> int:
        return len(self._buckets)

    def hold(self, key: K, now: float) -> Bucket:
        """Return the bucket of a key, kept at least until it is released."""
        self._forget_full(now)
        self._released.pop(key, None)
        if key not in self._buckets:
            self._buckets[key] = Bucket(self._rate, now)
        return self._buckets[key]

    def release(self, key: K) -> None:
        """Let a bucket be forgotten as soon as it is full."""
        self._released[key] = None

    def _forget_full(self, now: float) -> None:
        while (first := next(iter(self._released), None)) is not None:
            if not self._buckets[first].is_full(now):
                return
            del self._released[first], self._buckets[first]


class Admission:
    """The sockets of this process, counted by player and by address."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._people: Counter[int | str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._buckets: Buckets[int | str] = Buckets(limits.frames_per_player)
        self._connects: Buckets[str] = Buckets(limits.connects_per_address)

    def count_connect(self, address: str, now: float) -> None:
        """Count an attempt to connect, before any work is done for it.

        :raises RefusedError: if too many have come from this address.
        """
        allowed = self._connects.hold(address, now).take(now)
        self._connects.release(address)
        if not allowed:
            raise too_soon()

    def own_bucket(self, now: float) -> Bucket:
        """Return a new bucket for the frames of one socket."""
        return Bucket(self.limits.frames_per_connection, now)

    def enter(self, player: int, address: str, now: float) -> Bucket:
        """Count a socket and return the bucket it shares with others of the same person.

        :raises RefusedError: if the player or the address has too many; it is not counted then.
        """
        limits = self.limits
        if player != NOBODY and _reached(self._people[player], limits.connections_per_player):
            raise RefusedError(
                "too-many-sockets",
                Sentence(
                    "You have %(count)s tables open. Close one and try again.",
                    count=limits.connections_per_player,
                ),
            )
        if _reached(self._addresses[address], limits.connections_per_address):
            raise RefusedError(
                "too-many-sockets", "Too many tables are open on your network. Try again later."
            )
        person = _person(player, address)
        self._people[person] += 1
        self._addresses[address] += 1
        return self._buckets.hold(person, now)

    def exit(self, player: int, address: str) -> None:
        """Stop counting a socket."""
        person = _person(player, address)
        self._people[person] -= 1
        self._addresses[address] -= 1
        if not self._people[person]:
            del self._people[person]
            self._buckets.release(person)
        if not self._addresses[address]:
            del self._addresses[address]


def too_soon() -> RefusedError:
    """Return why a socket is turned away whose address connects too often."""
    return RefusedError("too-soon", "Too many connections from your network. Trying again.")


def _person(player: int, address: str) -> int | str:
    """Return who shares a bucket: a player, or all strangers at one address."""
    return address if player == NOBODY else player


def _reached(count: int, limit: int) -> bool:
    return bool(limit) and count >= limit
