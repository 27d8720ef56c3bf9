"""The pace of a run: its progress over time, for charts and ghosts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from games.racing.replay import steps
from games.racing.run import Run


class Point(NamedTuple):
    """The progress reached, `ms` after the start."""

    ms: int
    progress: int


def pace(runs: Iterable[Run]) -> tuple[Point, ...]:
    """Return the points at which the progress rose, from a run's states after each action."""
    points: list[Point] = []
    for run in runs:
        if not points or run.progress > points[-1].progress:
            point = Point(run.progress_at or 0, run.progress)
            # The automatic moves at the end share one instant.
            if len(points) > 1 and points[-1].ms == point.ms:
                points.pop()
            points.append(point)
    return tuple(points)


@lru_cache(maxsize=256)
def pace_of(
    rules: str, deal: str, actions: tuple[tuple[str, int], ...], *, free_undo: bool
) -> tuple[Point, ...]:
    """Return the pace of a run, from its stored actions, each with its milliseconds.

    The latest are kept: all who took part in a race look at its chart and its replays.
    """
    return pace(run for _board, run in steps(rules, deal, actions, free_undo=free_undo))
