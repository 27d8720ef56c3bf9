"""Everyone's progress over the course of a race, as a chart and as a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil, inf
from typing import ClassVar, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import racing
from games.models import Entry, Player, Race, Trial
from games.models.play.rivals import Score, scores
from games.models.races.daily import day_of
from games.models.visibility import raced_until
from games.pages.deals.counting import counting, progress_text
from games.pages.people.visitor import known_player
from games.pages.races.chart_numbers import crowded_numbers, number_places
from games.pages.races.compared import run_to_compare
from games.pages.races.daily.rank import rank_text, with_streak
from games.pages.races.ghosts import ghosts
from games.pages.races.moments import GOAL, best_moment, progress_at
from games.pages.races.rating import rating_text
from games.pages.races.results import rows_of
from games.pages.races.runs import visible_runs
from games.pages.races.visible_race import finished_race
from games.pages.site.axis import Tick, clock_text, percent, round_times
from games.pages.site.clock import now
from games.pages.site.times import full_minute, time_text
from games.racing import Kind, RunState

SUIT: Final = 13

FEW: Final = 5
"""Below a suit, the progress axis grows by this step."""

MOST: Final = 10
"""How many runs are drawn: as many as there are colours."""


@require_safe
def progress(request: HttpRequest, code: str) -> HttpResponse:
    """Show everyone's progress in a finished race, as a fragment for its page."""
    player = known_player(request)
    found = finished_race(code, player)
    entries = visible_runs(request).filter(race=found, last_at__isnull=False)
    entries = entries.prefetch_related("actions")
    several = len(entries) > 1
    runs = [
        replace(
            ChartRun.of(entry, own=entry.player == player), place=entry.place if several else None
        )
        for entry in sorted(entries, key=lambda entry: (entry.place or GOAL, entry.seat))
    ]
    is_secret = not runs and _is_kept(found)
    context = {
        "secret": is_secret,
        "raced_until": full_minute(raced_until(found.deal, now())) if is_secret else None,
        "chart": ProgressChart.of(_drawn(request, found, player, runs)),
        "moment": moment(runs),
        "rank": _rank(found, player),
        "rating": rating_text(found, player),
        "duel": _duel(found, player),
        "tenths": next((run.tenths() for run in runs if run.own), ()),
        "counting": counting(found.rules),
    }
    return render(request, "races/progress.html", context)


def _is_kept(race: Race) -> bool:
    """Return whether a race has moves to watch once nobody races its deal any more."""
    return race.actions_removed_at is None and race.entries.filter(last_at__isnull=False).exists()


@dataclass(frozen=True)
class ChartRun:
    """A run to draw: whose it is, how its progress rose, and what it came to."""

    name: str
    own: bool
    points: Sequence[racing.Point]
    ended: int
    """The milliseconds from the start to the last action."""
    result: str
    is_won: bool
    is_first: bool = False
    place: int | None = None
    """The place in a race of several; None for attempts and ghosts."""
    seat: int = 0
    """The seats of ghosts come after the player's."""

    @classmethod
    def of(cls, entry: Entry, *, own: bool, name: str = "") -> ChartRun:
        """Return the run of an entry."""
        is_won = entry.time_ms is not None
        return cls(
            name=name or (_("You") if own else entry.name),
            seat=entry.seat,
            own=own,
            points=entry.pace(),
            ended=entry.last_at or 0,
            result=time_text(entry.time_ms)
            if entry.time_ms is not None
            else progress_text(entry.progress, entry.race.rules),
            is_won=is_won,
            is_first=entry.place == 1,
        )

    def tenths(self) -> list[int]:
        """Return how many milliseconds each tenth of the cards took that the run kept home.

        The text to share draws them.
        """
        kept = [GOAL * part / 10 for part in range(11) if GOAL * part <= 10 * _reached(self)]
        reached = [next(p.ms for p in self.points if p.progress >= cards) for cards in kept]
        return [after - before for before, after in pairwise(reached)]

    def until(self, ms: int, rules: str) -> ChartRun:
        """Return the run as far as it was at a time."""
        if ms >= self.ended:
            return self
        points = [point for point in self.points if point.ms <= ms]
        result = progress_text(points[-1].progress, rules)
        return replace(self, points=points, ended=ms, result=result, is_won=False)


@dataclass(frozen=True)
class ChartLine:
    """A run as a line of the chart."""

    number: int
    """The place, which who is level shares; among attempts and ghosts it counts from 1."""
    run: ChartRun
    path: str
    """An SVG path in a box as wide as the race in milliseconds, and as high as the chart's top."""
    end: tuple[str, str]
    number_at: str
    """Where the line's number stands, at its end or to the left of it; empty without room."""
    is_crowded: bool
    """Tell whether the number overlaps another on the narrowest charts, which leave it out."""
    samples: tuple[int, ...]
    """The progress at each of the chart's times."""

    @property
    def colour(self) -> int:
        """The number of the colour and the dash that the style sheet has for the seat."""
        return self.run.seat + 1


@dataclass(frozen=True)
class ProgressChart:
    """The lines of a race, in order of places."""

    total: int
    top: int
    """The progress that the axis reaches: just enough for the best of the lines."""
    lines: tuple[ChartLine, ...]

    least: ClassVar = 3
    """Runs that all brought fewer cards home tell nothing; the page leaves room by this too."""

    @classmethod
    def of(cls, runs: Iterable[ChartRun]) -> ProgressChart | None:
        """Return the chart of two runs or more, or None unless one got far enough."""
        drawn = list(runs)
        if len(drawn) < 2 or all(_brought(run) < cls.least for run in drawn):
            return None
        total = max(1000, *(run.ended for run in drawn))
        samples = round_times(total)
        top = _top(max(_reached(run) for run in drawn))
        ends = [(run.ended / total, 1 - _reached(run) / top, run.own) for run in drawn]
        places = number_places(ends)
        crowded = crowded_numbers(ends, places)
        lines = (
            ChartLine(
                number=run.place or number,
                run=run,
                path=_path(run, top),
                end=(percent(run.ended / total), percent(1 - _reached(run) / top)),
                number_at="" if place is None else percent(place),
                is_crowded=number - 1 in crowded,
                samples=tuple(progress_at(run.points, ms) for ms in samples),
            )
            for number, (run, place) in enumerate(zip(drawn, places, strict=True), 1)
        )
        return cls(total, top, tuple(lines))

    @property
    def times(self) -> list[Tick]:
        """The ticks of the time axis."""
        return [Tick(percent(ms / self.total), clock_text(ms)) for ms in round_times(self.total)]

    @property
    def levels(self) -> list[Tick]:
        """The ticks of the progress axis."""
        step = 2 * SUIT if self.top == GOAL else FEW if self.top <= 2 * FEW else SUIT
        levels = range(0, self.top + 1, step)
        return [Tick(percent(1 - level / self.top), str(level)) for level in levels]


@dataclass(frozen=True)
class Duel:
    """All races of two players."""

    rival: str
    score: Score


def moment(runs: Sequence[ChartRun]) -> str:
    """Return the sentence on the best moment of the visitor's run, or "" if there is none."""
    own = next((run for run in runs if run.own), None)
    if own is None:
        return ""
    others = [run.points for run in runs if run is not own]
    alone = not others and own.is_won
    return "" if alone else best_moment(own.points, others, first=own.is_first)


def _brought(run: ChartRun) -> int:
    """Return how many cards a run brought home, beyond those that the deal began with."""
    return run.points[-1].progress - run.points[0].progress


def _rank(race: Race, player: Player | None) -> str:
    """Return where the visitor's attempt at a daily stands; empty in other races."""
    if race.kind != Kind.DAILY or player is None or race.attempt.player_id != player.pk:
        return ""
    today = day_of(now())
    rank = rank_text(race.attempt, race.entries.get(), today)
    return with_streak(rank, player, race.attempt.trial.daily.day, today)


def _duel(race: Race, player: Player | None) -> Duel | None:
    """Return the score of the two who raced, if they have met before; a match has its own."""
    if player is None or Kind(race.kind).is_alone or race.link is not None:
        return None
    raced = race.entries.exclude(state=RunState.NO_SHOW).select_related("player")
    names = {entry.player: entry.name for entry in raced}
    if len(names) != 2 or names.pop(player, None) is None:
        return None
    ((rival, name),) = names.items()
    score = scores(player, [rival], now())[rival.pk]
    return Duel(name, score) if sum(score) > 1 else None


def runs_of_trial(request: HttpRequest, trial: Trial, player: Player | None) -> list[ChartRun]:
    """Return the best runs of a trial that the visitor may watch, and their own, best first."""
    rows = [row for row in rows_of(trial.results()) if row.entry.last_at is not None]
    own_first = sorted(rows, key=lambda row: row.player != player)
    chosen = [row.entry.pk for row in own_first[:MOST]]
    runs = visible_runs(request).prefetch_related("actions").in_bulk(chosen)
    drawn = [(row, runs[row.entry.pk]) for row in rows if row.entry.pk in runs]
    return [
        replace(
            ChartRun.of(
                run, own=row.player == player, name="" if row.player == player else row.name
            ),
            seat=number,
            is_first=row.rank == 1,
        )
        for number, (row, run) in enumerate(drawn)
    ]


def _drawn(
    request: HttpRequest, race: Race, player: Player | None, runs: Sequence[ChartRun]
) -> Sequence[ChartRun]:
    """Return the runs to draw: those of a whole any-time race; beside a lone run one like it."""
    if race.kind == Kind.ANYTIME:
        attempts = runs_of_trial(request, race.attempt.trial, player)
        if len(attempts) > 1:
            return attempts
    is_alone = [run.own for run in runs] == [True] and race.entries.count() == 1
    beside = _beside(request, race, player) if is_alone else []
    return sorted([*runs, *beside], key=_best_first) if beside else runs


def _beside(request: HttpRequest, race: Race, player: Player | None) -> list[ChartRun]:
    """Return what the run of a player without rivals is compared with."""
    (own,) = race.entries.all()
    haunting = [
        ChartRun(
            name=ghost["name"],
            seat=own.seat + number,
            own=False,
            points=ghost["points"],
            ended=ghost["ended"],
            result=progress_text(ghost["points"][-1].progress, race.rules)
            if ghost["time"] is None
            else time_text(ghost["time"]),
            is_won=ghost["time"] is not None,
        )
        for number, ghost in enumerate(ghosts(request, race), 1)
    ]
    if haunting:
        # The places tell how far the ghosts were when the player stopped, and so does the chart.
        until = None if own.time_ms is not None else own.last_at
        return [ghost if until is None else ghost.until(until, race.rules) for ghost in haunting]
    found = None if player is None else run_to_compare(race, player)
    if found is None:
        return []
    name = _own_best(found, own) if found.player == player else found.name
    return [replace(ChartRun.of(found, own=False, name=name), seat=own.seat + 1)]


def _own_best(best: Entry, run: Entry) -> str:
    """Return what the player's best other run is called beside one that may be better."""
    times = [inf if one.time_ms is None else one.time_ms for one in (best, run)]
    is_better = (times[0], -best.progress) <= (times[1], -run.progress)
    return _("Your best") if is_better else _("Your best before")


def _best_first(run: ChartRun) -> tuple[bool, int]:
    return (not run.is_won, run.ended if run.is_won else -run.points[-1].progress)


def _reached(run: ChartRun) -> int:
    return run.points[-1].progress


def _top(reached: int) -> int:
    """Return the progress that the axis reaches: a few cards, or whole suits."""
    step = FEW if reached <= 2 * FEW else SUIT
    return step * max(1, ceil(reached / step))


def _path(run: ChartRun, top: int) -> str:
    """Return a path of steps: progress stays level until the next point."""
    first, *rest = run.points
    steps = [f"M{first.ms} {top - first.progress}"]
    steps += (f"H{point.ms}V{top - point.progress}" for point in rest)
    return "".join([*steps, f"H{run.ended}"])
