"""What a player's races come to, as the pages of history and profile show it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

from games.models import Entry
from games.models.races.entry import EntryQuerySet
from games.models.standings.tally import Tally, active_days, tallies
from games.pages import labels
from games.pages.charts.activity import ActivityCalendar, activity_calendar, first_day
from games.pages.charts.wins import WinsChart, wins_chart
from games.pages.howto.links import help_url
from games.pages.winnability import WINNABLE
from games.racing import RunState

CHART_WINS: Final = 60


@dataclass(frozen=True)
class Line:
    """The races under one set of rules."""

    tally: Tally

    @property
    def title(self) -> str:
        """What the game is called."""
        return labels.title(self.tally.rules)

    @property
    def variant(self) -> str:
        """The rules of the game."""
        return labels.variant(self.tally.rules)

    @property
    def help(self) -> str:
        """The address of the page on these rules."""
        return help_url(self.tally.rules)

    @property
    def share(self) -> int:
        """How many of the races were solved, in per cent."""
        return round(100 * self.tally.won / self.tally.races)

    @property
    def winnable(self) -> int | None:
        """How many random deals can be won, in per cent, where it is known."""
        return WINNABLE.get(self.tally.rules)

    @property
    def best(self) -> str:
        """The best time, empty without a win."""
        return "" if self.tally.best is None else labels.time_text(self.tally.best)

    @property
    def pace(self) -> str:
        """The time for a move, empty without a move."""
        if not self.tally.moves:
            return ""
        return labels.duration_text(self.tally.time // self.tally.moves // 100 * 100)


@dataclass(frozen=True)
class Profile:
    """All that is drawn of a player's races."""

    lines: tuple[Line, ...]
    calendar: ActivityCalendar
    chart: WinsChart | None
    chart_line: Line | None
    """The rules whose wins are drawn."""


def profile(entries: EntryQuerySet, today: date, rules: str = "") -> Profile:
    """The profile of the given entries, with the wins under some rules, or the most played."""
    counted = entries.counted()
    lines = tuple(map(Line, tallies(counted)))
    drawn = next((line for line in lines if line.tally.rules == rules), next(iter(lines), None))
    return Profile(
        lines=lines,
        calendar=activity_calendar(active_days(entries, first_day(today)), today),
        chart=None if drawn is None else wins_chart(_wins(counted, drawn.tally.rules)),
        chart_line=drawn,
    )


def _wins(entries: EntryQuerySet, rules: str) -> list[Entry]:
    won: Iterable[Entry] = entries.filter(race__rules=rules, state=RunState.WON)[:CHART_WINS]
    return list(won)[::-1]
