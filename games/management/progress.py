"""How far a long command is: a bar on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import IO, Any, Final, Self, TypeVar, cast

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
from rich.progress import Progress as Bar

T = TypeVar("T")

LINE_EVERY: Final = 10.0
"""Seconds between two lines where no bar can be drawn."""

DRAW_EVERY: Final = 0.1
"""Seconds between two drawings of a bar."""


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
        # Django's wrapper ends whatever is written with a line break, and a bar has none.
        self._stream = getattr(stream, "_out", stream)
        self._what = what
        self._total = total
        self._clock = clock
        self._is_about = False
        self.done = 0
        self._began = self._told = clock()
        self._bar: Bar | None = None

    def __enter__(self) -> Self:
        if self._stream.isatty():
            self._bar = Bar(
                TextColumn("{task.description}"),
                BarColumn(bar_width=10),
                MofNCompleteColumn(),
                TextColumn("{task.fields[pace]}"),
                console=Console(file=cast("IO[str]", self._stream)),
                transient=True,
                # Without a thread of its own, drawing takes no time of what a benchmark measures.
                auto_refresh=False,
            )
            self._bar.add_task(self._what, total=self._total, pace=self.pace)
            self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def begin(self, what: str, total: int | None = None) -> None:
        """Turn to another part of the work, whose rate is its own."""
        self._what, self._total, self.done = what, total, 0
        self._is_about = False
        self._began = self._told = self._clock()
        if self._bar is not None:
            self._bar.reset(self._bar.task_ids[0], description=what, total=total, pace=self.pace)
            self._bar.refresh()

    def reach(self, done: int, total: int | None = None, *, about: bool = False) -> None:
        """Note that this much is done, perhaps of another total, which may be an estimate."""
        self.done, self._total, self._is_about = done, total or self._total, about
        if about and total is not None and done > total:
            # The estimate was too low: nobody knows what is left.
            self._total = None
        now = self._clock()
        if now - self._told < (LINE_EVERY if self._bar is None else DRAW_EVERY):
            return
        self._told = now
        if self._bar is None:
            self._stream.write(f"{self}\n")
            self._stream.flush()
        else:
            self._bar.update(
                self._bar.task_ids[0],
                completed=done,
                total=self._total,
                pace=self.pace,
                refresh=True,
            )

    def step(self, by: int = 1) -> None:
        """Note that one more is done, or several."""
        self.reach(self.done + by)

    def over(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the items, and count each once the next is asked for."""
        for item in items:
            yield item
            self.step()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Take the bar off the terminal while something else is written to it."""
        if self._bar is not None:
            self._bar.stop()
        yield
        if self._bar is not None:
            self._bar.start()

    @property
    def pace(self) -> str:
        """How many are done a second, and how long the others take at that rate."""
        rate = self.done / max(1e-9, self._clock() - self._began)
        said = f"{rate:,.1f}/s" if rate >= 1 or not rate else f"{60 * rate:,.1f}/min"
        if not self._total or not rate:
            return said
        left = round((self._total - self.done) / rate)
        return f"{said}, {self._about}{timedelta(seconds=left)} left"

    @property
    def _about(self) -> str:
        return "about " if self._is_about else ""

    def __str__(self) -> str:
        """Say it in a line: what, how much, the rate and the time left."""
        if not self._total:
            return f"{self._what}: {self.done:,}, {self.pace}"
        total = f"{self._about}{self._total:,}"
        share = f"{self.done:,} of {total} ({self.done / self._total:.0%})"
        return f"{self._what}: {share}, {self.pace}"
