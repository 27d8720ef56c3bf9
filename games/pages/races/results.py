"""Entries as rows of a list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from games.models import Attempt, Entry, Player
from games.models.play.anytime_results import results_of_over
from games.pages.deals import labels
from games.pages.deals.counting import counting
from games.pages.howto.links import help_url
from games.pages.site.times import time_text
from games.racing import Kind, RunState, told_apart

GONE: Final = (RunState.FORFEIT, RunState.NO_SHOW)
"""Runs without a medal, whatever their place."""

MEDALS: Final = 3

NAMED: Final = 2
"""How many rivals a row names."""

KINDS: Final = {
    Kind.CASUAL: _("with friends"),
    Kind.RANKED: _("ranked"),
    Kind.DAILY: _("daily challenge"),
    Kind.ANYTIME: _("any-time race"),
    Kind.EVENT: _("event"),
    Kind.SOLO: _("practice"),
}


@dataclass(frozen=True)
class Result:
    """A finished entry, with the text beside it."""

    entry: Entry
    rivals: Sequence[str] = field(default=(), kw_only=True)
    """The names of the others in the race, best first, in lists that show them."""

    @property
    def title(self) -> str:
        """The game's title."""
        return labels.title(self.entry.race.rules)

    @property
    def variant(self) -> str:
        """The name of the rules."""
        return labels.variant(self.entry.race.rules)

    @property
    def help(self) -> str:
        """The address of the help page on these rules."""
        return help_url(self.entry.race.rules)

    @property
    def kind(self) -> str:
        """What the race was for; empty of one with friends, which names them."""
        kind = Kind(self.entry.race.kind)
        return "" if kind is Kind.CASUAL else str(KINDS[kind])

    @property
    def sentence(self) -> str:
        """Who came how far in which game."""
        entry = self.entry
        if self.time:
            said = _("%(name)s solved %(title)s in %(time)s")
            return str(said) % {"name": entry.name, "title": self.title, "time": self.time}
        reached = {"name": entry.name, "progress": entry.progress, "title": self.title}
        return str(counting(entry.race.rules).reached) % reached

    @property
    def name(self) -> str:
        """The player's name."""
        return self.entry.name

    @property
    def final_place(self) -> int | None:
        """The place in the race, of those who left it too."""
        return self.entry.place

    @property
    def place(self) -> int | None:
        """The place among rivals; None without any, or if the player left or never came."""
        is_placed = self.rivals and self.entry.state not in GONE
        return self.final_place if is_placed else None

    @property
    def unplaced(self) -> str:
        """That a player with rivals left, which is why there is no place; else empty."""
        has_left = self.entry.state == RunState.FORFEIT
        return self.ending if self.rivals and has_left else ""

    @property
    def named(self) -> Sequence[str]:
        """The names of the first rivals."""
        return self.rivals[:NAMED]

    @property
    def unnamed(self) -> int:
        """How many rivals there were besides."""
        return len(self.rivals[NAMED:])

    @property
    def is_practice(self) -> bool:
        """Tell whether the player was alone."""
        return self.entry.race.kind == Kind.SOLO

    @property
    def time(self) -> str:
        """The finishing time; empty unless the run was won."""
        return "" if self.entry.time_ms is None else time_text(self.entry.time_ms)

    @property
    def ending(self) -> str:
        """That the player left or never moved, which matters more than how far the run came."""
        if self.entry.state == RunState.FORFEIT:
            return str(_("left"))
        return "" if self.entry.is_try else str(_("no move"))

    @property
    def shortfall(self) -> str:
        """Why the run came no further; empty of a win, and of a player who stopped."""
        return str(_("stuck")) if self.entry.state == RunState.STUCK else self.ending

    @property
    def reached(self) -> str:
        """How soon a run that wasn't won had come as far as it came, which decides between equals.

        Empty of a win, and of a run that came no further than the deal.
        """
        entry = self.entry
        if self.time or not entry.progress_at:
            return ""
        return str(_("after %(time)s")) % {"time": time_text(entry.progress_at)}


@dataclass(frozen=True)
class Row(Result):
    """A leaderboard row: a result with its rank and its player."""

    rank: int | None
    player: Player
    told_as: str = field(default="", kw_only=True)
    """The player's name where others of the name stand there too."""

    @property
    def name(self) -> str:
        """The player's name."""
        return self.told_as or self.player.name

    @property
    def final_place(self) -> int | None:
        """The place among all who attempted the deal."""
        return self.rank


@dataclass(frozen=True)
class Podium:
    """The medals of a race: for the first three places among those who stayed and made a move.

    No one stands there if no one got a card home that the deal had not, or if a tie leaves no room.
    """

    results: Sequence[Result] = ()

    most: ClassVar = 5

    @classmethod
    def of(cls, results: Sequence[Result]) -> Podium:
        """Return the podium of a race with these results, in the order of their places."""
        if len(results) < 2:
            return cls()
        stayed = [result for result in results if has_raced(result.entry)]
        found = [result for result in stayed if (result.final_place or MEDALS + 1) <= MEDALS]
        # Whoever is left alone stands there only after a win.
        if len(found) < 2 and not any(result.time for result in found):
            return cls()
        if len(found) > cls.most or not any(result.entry.progress_at for result in found):
            return cls()
        return cls(found)


def has_raced(entry: Entry) -> bool:
    """Tell whether a player stayed to the end and moved a card."""
    return entry.state not in GONE and entry.is_try


def results(entries: Iterable[Entry]) -> list[Result]:
    """Return the entries as rows."""
    return [Result(entry) for entry in entries]


def results_among_rivals(entries: Iterable[Entry], now: int) -> list[Result]:
    """Return the entries as rows that name the others in each race. Costs up to four queries.

    In an any-time race that is over, they are those who raced the deal at other times.
    """
    listed = list(entries)
    others = Entry.objects.filter(race__in=[entry.race_id for entry in listed]).told_apart()
    names: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for other in others.order_by(F("place").asc(nulls_last=True), "seat"):
        names[other.race_id].append((other.pk, other.name))
    apart = _rows_of_attempts(listed, now)
    return [
        apart.get(entry.pk)
        or Result(entry, rivals=[name for pk, name in names[entry.race_id] if pk != entry.pk])
        for entry in listed
    ]


def rows_of(results: Iterable[tuple[int | None, Entry]]) -> list[Row]:
    """Return the results of a trial as rows."""
    found = list(results)
    names = told_apart({run.player_id: run.player.name for _place, run in found})
    return [Row(run, place, run.player, told_as=names[run.player_id]) for place, run in found]


def _rows_of_attempts(entries: Iterable[Entry], now: int) -> dict[int, Row]:
    """Return the rows of those entries that are attempts at any-time races, which are over."""
    races = [entry.race_id for entry in entries if entry.race.kind == Kind.ANYTIME]
    if not races:
        return {}
    trials = Attempt.objects.filter(race__in=races).values_list("trial", flat=True)
    found = {}
    for results in results_of_over(trials, now).values():
        rows = rows_of(results)
        for row in rows:
            rivals = [other.name for other in rows if other is not row]
            found[row.entry.pk] = replace(row, rivals=rivals)
    return found
