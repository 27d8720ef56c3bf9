"""How far a long command is: a bar on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, Final, Self, TypeVar, cast

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as Bar

T = TypeVar("T")

LINE_EVERY: Final = 10.0
"""Seconds between two lines where no bar can be drawn."""


class Progress:
    """Tells an operator how much of a command is done, at what rate, and how long is left.

    It writes to the error stream, so that a command's output stays what a program can read.
    """

    def __init__(
        self,
        stream: Any,
        what: str,
        total: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stream = stream
        self._what = what
        self._total = total
        self._clock = clock
        self._done = 0
        self._began = self._told = clock()
        self._bar: Bar | None = None

    def __enter__(self) -> Self:
        if self._stream.isatty():
            self._bar = Bar(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                TimeRemainingColumn(),
                console=Console(file=cast("IO[str]", self._stream)),
                transient=True,
            )
            self._bar.add_task(self._what, total=self._total)
            self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def reach(self, done: int, total: int | None = None) -> None:
        """Note that this much is done, perhaps of another total."""
        self._done, self._total = done, total or self._total
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], completed=done, total=self._total)
        elif self._clock() - self._told >= LINE_EVERY:
            self._told = self._clock()
            self._stream.write(f"{self}\n")

    def over(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the items, and count each once the next is asked for."""
        for item in items:
            yield item
            self.reach(self._done + 1)

    def __str__(self) -> str:
        """Say it in a line: what, how much, the rate and the time left."""
        rate = self._done / max(1e-9, self._clock() - self._began)
        if not self._total:
            return f"{self._what}: {self._done:,}, {rate:,.1f}/s"
        left = (self._total - self._done) / rate if rate else 0.0
        share = f"{self._done:,} of {self._total:,} ({self._done / self._total:.0%})"
        return f"{self._what}: {share}, {rate:,.1f}/s, {left:,.0f} s left"
