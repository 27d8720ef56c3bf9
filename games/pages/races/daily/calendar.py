"""The calendar of the daily challenges."""

from __future__ import annotations

from calendar import Calendar
from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta

from games.models import Attempt, Daily, Player

DAY = timedelta(days=1)


@dataclass(frozen=True)
class Day:
    """A day of the month, or of a neighbouring month to complete a week."""

    date: date
    inside: bool
    game: str | None
    """A game that had a challenge that day, or None."""
    tried: int
    """How many of the day's challenges the visitor has tried."""
    solved: int

    @property
    def marks(self) -> list[bool]:
        """One flag for each challenge tried, true if solved; solved ones come first."""
        return [number < self.solved for number in range(self.tried)]


@dataclass(frozen=True)
class Month:
    """A month, in weeks that begin on Monday."""

    first: date
    weeks: list[list[Day]]
    before: date | None
    """A day of the previous month, if it has anything to show."""
    after: date | None

    @classmethod
    def of(cls, text: str, today: date, player: Player | None) -> Month:
        """Return the month that an address names as "2026-11", or the current one."""
        first = _first_day(text, today)
        weeks = Calendar().monthdatescalendar(first.year, first.month)
        dailies = Daily.objects.filter(day__range=(weeks[0][0], weeks[-1][-1]), day__lte=today)
        games = dict(dailies.order_by("-pk").values_list("day", "game"))
        own: dict[date, list[bool]] = defaultdict(list)
        if player is not None:
            tries = Attempt.objects.tried().filter(player=player, trial__daily__in=dailies)
            for day, state in tries.values_list("trial__daily__day", "race__entries__state"):
                own[day].append(state == "won")
        earliest = Daily.objects.order_by("day").values_list("day", flat=True).first() or today
        before, after = first - DAY, (first + 31 * DAY).replace(day=1)
        return cls(
            first=first,
            weeks=[
                [
                    Day(
                        day,
                        inside=day.month == first.month,
                        game=games.get(day),
                        tried=len(own[day]),
                        solved=sum(own[day]),
                    )
                    for day in week
                ]
                for week in weeks
            ],
            before=before if before >= earliest else None,
            after=after if after <= today else None,
        )


def _first_day(text: str, today: date) -> date:
    try:
        first = date.fromisoformat(f"{text}-01")
    except ValueError:
        first = today.replace(day=1)
    return first if 2000 <= first.year and first <= today else today.replace(day=1)
