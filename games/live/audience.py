"""How many watch a race at other processes: what each of them said last."""

from __future__ import annotations

from typing import Final

FORGOTTEN_AFTER: Final = 10_000
"""Milliseconds after which a silent process counts as having no watchers."""


class Audience:
    """The watchers of one race at other processes."""

    def __init__(self) -> None:
        self._said: dict[str, tuple[int, int]] = {}
        """Each process's watchers, and when it said so."""

    def hear(self, process: str, count: int, now: int) -> bool:
        """Note how many watch at a process; return whether the sum is another now."""
        before = self.count(now)
        self._said = {name: said for name, said in self._said.items() if _counts(*said, now)}
        self._said[process] = count, now
        return self.count(now) != before

    def count(self, now: int) -> int:
        """Return how many watch at other processes."""
        return sum(count for count, at in self._said.values() if _counts(count, at, now))


def _counts(count: int, at: int, now: int) -> bool:
    return count > 0 and now - at < FORGOTTEN_AFTER
