"""A chart of a player's winning times, in order, with their trend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from games.models import Entry
from games.pages.site.axis import Tick, clock_text, percent, round_times, round_top
from games.pages.site.times import time_text

RECENT: Final = 5
"""How many wins the median line covers."""

FEWEST: Final = 2
"""A chart needs so many wins."""


@dataclass(frozen=True)
class Win:
    """One win: where it is drawn, and its label."""

    x: str
    y: str
    entry: Entry
    time: str
    best: bool
    """Faster than all earlier ones."""


@dataclass(frozen=True)
class WinsChart:
    """Wins from left to right, with the median of the latest five as a line."""

    wins: tuple[Win, ...]
    path: str
    """An SVG path in a 1000 by 1000 box."""
    levels: tuple[Tick, ...]


def wins_chart(entries: Sequence[Entry]) -> WinsChart | None:
    """Return the chart of won entries, in the order of their races; None for fewer than two."""
    times = [entry.time_ms for entry in entries if entry.time_ms is not None]
    if len(times) < FEWEST:
        return None
    top = round_top(max(times))
    shares = [n / (len(times) - 1) for n in range(len(times))]
    medians = [median(times[max(0, n + 1 - RECENT) : n + 1]) for n in range(len(times))]
    points = (
        f"{1000 * x:.0f} {1000 * (1 - y / top):.0f}" for x, y in zip(shares, medians, strict=True)
    )
    best = [min(times[: n + 1]) for n in range(len(times))]
    wins = (
        Win(
            x=percent(x),
            y=percent(1 - time / top),
            entry=entry,
            time=time_text(time),
            best=time == best[n] and (n == 0 or time < best[n - 1]),
        )
        for n, (x, time, entry) in enumerate(zip(shares, times, entries, strict=True))
    )
    levels = (Tick(percent(1 - ms / top), clock_text(ms)) for ms in round_times(top))
    return WinsChart(tuple(wins), "M" + "L".join(points), tuple(levels))
