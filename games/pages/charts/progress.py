"""Everybody's progress over the time of a race, as lines and as a table."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from games import racing
from games.models import Entry
from games.pages.charts.axis import Tick, clock_text, percent, round_times
from games.pages.counting import progress_text
from games.pages.labels import time_text

GOAL: Final = 52
LEVELS: Final = (0, 13, 26, 39, 52)


@dataclass(frozen=True)
class Line:
    """One run: the way that it took, and where it ended."""

    number: int
    """From 1; the styles have a colour and a dash for each."""
    entry: Entry
    own: bool
    path: str
    """In a box whose width is the whole time in milliseconds and whose height is 52."""
    end: tuple[str, str]
    result: str
    samples: tuple[int, ...]
    """The progress at each of the chart's times."""


@dataclass(frozen=True)
class ProgressChart:
    """The lines of a race, the first place first."""

    total: int
    lines: tuple[Line, ...]

    @property
    def times(self) -> list[Tick]:
        """The ticks of the time axis."""
        return [Tick(percent(ms / self.total), clock_text(ms)) for ms in round_times(self.total)]

    @property
    def levels(self) -> list[Tick]:
        """The ticks of the progress axis."""
        return [Tick(percent(1 - level / GOAL), str(level)) for level in LEVELS]


def progress_chart(entries: Iterable[Entry], player: int | None) -> ProgressChart | None:
    """The chart of the runs of a race that is over, `player`'s own among them; None if empty.

    Costs a query for all actions, unless they are prefetched.
    """
    played = [entry for entry in entries if entry.last_at is not None]
    if not played:
        return None
    played.sort(key=lambda entry: (entry.place or GOAL, entry.seat))
    total = max(1000, *(entry.last_at or 0 for entry in played))
    samples = round_times(total)
    return ProgressChart(
        total,
        tuple(
            _line(number, entry, player, samples, total) for number, entry in enumerate(played, 1)
        ),
    )


def _line(
    number: int, entry: Entry, player: int | None, samples: Sequence[int], total: int
) -> Line:
    points = entry.pace()
    ended = entry.last_at or 0
    reached = points[-1].progress
    return Line(
        number=number,
        entry=entry,
        own=entry.player_id == player,
        path=_path(points, ended),
        end=(percent(ended / total), percent(1 - reached / GOAL)),
        result=progress_text(reached, entry.race.rules)
        if entry.time_ms is None
        else time_text(entry.time_ms),
        samples=tuple(_at(points, ms) for ms in samples),
    )


def _path(points: Sequence[racing.Point], ended: int) -> str:
    """Steps: the progress stays until it rises."""
    first, *rest = points
    steps = [f"M{first.ms} {GOAL - first.progress}"]
    steps += (f"H{point.ms}V{GOAL - point.progress}" for point in rest)
    return "".join([*steps, f"H{ended}"])


def _at(points: Sequence[racing.Point], ms: int) -> int:
    """The progress at a time."""
    return points[bisect_right(points, ms, key=lambda point: point.ms) - 1].progress
