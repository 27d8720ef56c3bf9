"""Everyone's progress over the course of a race, as a chart and as a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import racing
from games.models import Entry, Race
from games.pages.deals.counting import counting, progress_text
from games.pages.people.visitor import known_player
from games.pages.races.moments import GOAL, best_moment, progress_at
from games.pages.races.runs import visible_runs
from games.pages.site.axis import Tick, clock_text, percent, round_times
from games.pages.site.times import time_text

LEVELS: Final = (0, 13, 26, 39, 52)
TELLING: Final = 4
"""A line that changes less often tells nothing."""


@require_safe
def progress(request: HttpRequest, code: str) -> HttpResponse:
    """Show everyone's progress in a finished race, as a fragment for its page."""
    player = known_player(request)
    found = Race.objects.filter(code=code.upper(), closed_at__isnull=False).first()
    if found is None:
        raise Http404(f"no race {code!r} is over")
    played = visible_runs(request).filter(race=found).prefetch_related("actions")
    chart = progress_chart(played, None if player is None else player.pk)
    context = {"chart": chart, "counting": counting(found.rules)}
    return render(request, "races/progress.html", context)


@dataclass(frozen=True)
class ChartLine:
    """One run: its line, and where it ends."""

    number: int
    """Counts from 1; the style sheet has a colour and a dash pattern for each."""
    entry: Entry
    own: bool
    path: str
    """An SVG path in a box as wide as the race in milliseconds, and 52 high."""
    end: tuple[str, str]
    result: str
    rises: int
    """How often the progress changed."""
    samples: tuple[int, ...]
    """The progress at each of the chart's times."""


@dataclass(frozen=True)
class ProgressChart:
    """The lines of a race, in order of places."""

    total: int
    lines: tuple[ChartLine, ...]
    moment: str
    """What was best about the player's own run; empty if nothing stands out."""

    @property
    def compares(self) -> bool:
        """Whether at least two runs got far enough to be compared."""
        return sum(line.rises >= TELLING for line in self.lines) > 1

    @property
    def times(self) -> list[Tick]:
        """The ticks of the time axis."""
        return [Tick(percent(ms / self.total), clock_text(ms)) for ms in round_times(self.total)]

    @property
    def levels(self) -> list[Tick]:
        """The ticks of the progress axis."""
        return [Tick(percent(1 - level / GOAL), str(level)) for level in LEVELS]


def progress_chart(entries: Iterable[Entry], player: int | None) -> ProgressChart | None:
    """Return the chart of a finished race's runs, `player`'s marked as own; None without runs.

    Prefetch the entries' actions: otherwise each entry costs a query.
    """
    played = [entry for entry in entries if entry.last_at is not None]
    if not played:
        return None
    played.sort(key=lambda entry: (entry.place or GOAL, entry.seat))
    total = max(1000, *(entry.last_at or 0 for entry in played))
    samples = round_times(total)
    paces = {entry.pk: entry.pace() for entry in played}
    return ProgressChart(
        total,
        tuple(
            _line(number, entry, paces[entry.pk], player, samples, total)
            for number, entry in enumerate(played, 1)
        ),
        _moment(played, paces, player),
    )


def _moment(
    played: Sequence[Entry], paces: Mapping[int, Sequence[racing.Point]], player: int | None
) -> str:
    """Return the sentence on the best moment of a player's run, or "" if there is none."""
    own = next((entry for entry in played if entry.player_id == player), None)
    if own is None:
        return ""
    others = [points for pk, points in paces.items() if pk != own.pk]
    alone = not others and own.time_ms is not None
    return "" if alone else best_moment(paces[own.pk], others, first=own.place == 1)


def _line(
    number: int,
    entry: Entry,
    points: Sequence[racing.Point],
    player: int | None,
    samples: Sequence[int],
    total: int,
) -> ChartLine:
    ended = entry.last_at or 0
    reached = points[-1].progress
    return ChartLine(
        number=number,
        entry=entry,
        own=entry.player_id == player,
        path=_path(points, ended),
        end=(percent(ended / total), percent(1 - reached / GOAL)),
        result=progress_text(reached, entry.race.rules)
        if entry.time_ms is None
        else time_text(entry.time_ms),
        rises=len(points) - 1,
        samples=tuple(progress_at(points, ms) for ms in samples),
    )


def _path(points: Sequence[racing.Point], ended: int) -> str:
    """Return a path of steps: progress stays level until the next point."""
    first, *rest = points
    steps = [f"M{first.ms} {GOAL - first.progress}"]
    steps += (f"H{point.ms}V{GOAL - point.progress}" for point in rest)
    return "".join([*steps, f"H{ended}"])
