"""How many watch a race at other processes: what each of them has last said."""

from __future__ import annotations

from typing import Final

FORGOTTEN_AFTER: Final = 10_000
"""Milliseconds after which a process that says nothing has no watchers."""


class Audience:
    """The watchers of one race at other processes."""

    def __init__(self) -> None:
        self._said: dict[str, tuple[int, int]] = {}

    def hear(self, process: str, count: int, now: int) -> bool:
        """Take note of what a process says; whether that is news."""
        before = self.count(now)
        self._said[process] = count, now
        return self.count(now) != before

    def count(self, now: int) -> int:
        """How many there are."""
        self._said = {
            process: (count, at)
            for process, (count, at) in self._said.items()
            if count and now - at < FORGOTTEN_AFTER
        }
        return sum(count for count, _ in self._said.values())
