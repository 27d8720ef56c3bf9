"""A player's figures and charts, for the history and profile pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

from games.models import Entry
from games.models.races.entry import EntryQuerySet
from games.models.standings.tally import Tally, active_days, tallies
from games.pages.deals import labels
from games.pages.deals.winnability import WINNABLE
from games.pages.howto.links import help_url
from games.pages.site.times import duration_text, time_text
from games.pages.standings.activity import ActivityCalendar, activity_calendar, first_day
from games.pages.standings.wins import FEWEST, WinsChart, wins_chart
from games.racing import RunState

CHART_WINS: Final = 60


@dataclass(frozen=True)
class ProfileRow:
    """The races under one set of rules."""

    tally: Tally

    @property
    def title(self) -> str:
        """The game's title."""
        return labels.title(self.tally.rules)

    @property
    def variant(self) -> str:
        """The name of the rules."""
        return labels.variant(self.tally.rules)

    @property
    def help(self) -> str:
        """The address of the help page on these rules."""
        return help_url(self.tally.rules)

    @property
    def share(self) -> int:
        """The share of races solved, in per cent."""
        return round(100 * self.tally.won / self.tally.races)

    @property
    def winnable(self) -> int | None:
        """The share of random deals that are winnable, in per cent, where known."""
        return WINNABLE.get(self.tally.rules)

    @property
    def best(self) -> str:
        """The best time; empty without a win."""
        return "" if self.tally.best is None else time_text(self.tally.best)

    @property
    def pace(self) -> str:
        """The average time per move; empty without a move."""
        if not self.tally.moves:
            return ""
        return duration_text(self.tally.time // self.tally.moves // 100 * 100)


@dataclass(frozen=True)
class Profile:
    """The figures and charts of a player's races."""

    lines: tuple[ProfileRow, ...]
    calendar: ActivityCalendar
    charted: tuple[ProfileRow, ...]
    """The rules with enough wins for a chart, to choose from."""
    chart: WinsChart | None
    chart_line: ProfileRow | None
    """The rules whose wins the chart shows."""


def profile(entries: EntryQuerySet, today: date, rules: str = "") -> Profile:
    """Return the profile of the given entries.

    The chart shows `rules`, or the most played ones that have one.
    """
    counted = entries.counted()
    lines = tuple(map(ProfileRow, tallies(counted)))
    charted = tuple(line for line in lines if line.tally.won >= FEWEST)
    usual = next(iter(charted or lines), None)
    drawn = next((line for line in lines if line.tally.rules == rules), usual)
    return Profile(
        lines=lines,
        charted=charted,
        calendar=activity_calendar(active_days(entries.played(), first_day(today)), today),
        chart=None if drawn is None else wins_chart(_wins(counted, drawn.tally.rules)),
        chart_line=drawn,
    )


def _wins(entries: EntryQuerySet, rules: str) -> list[Entry]:
    won: Iterable[Entry] = entries.filter(race__rules=rules, state=RunState.WON)[:CHART_WINS]
    return list(won)[::-1]
