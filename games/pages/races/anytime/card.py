"""An any-time race as a visitor may see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from django.db.models import Max
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import AnytimeRace, Entry, Player, Trial
from games.models.play.anytime_sight import AnytimeSight, sights
from games.pages.deals.labels import title, variant
from games.pages.races.own_attempt import OwnAttempt
from games.pages.races.results import Podium, Row, has_raced, rows_of
from games.pages.races.verdict import headline, margin
from games.pages.site.name_list import names_text
from games.racing import RunState

NAMED: Final = 3
"""How many others a list names."""


@dataclass(frozen=True, kw_only=True)
class AnytimeCard(AnytimeSight, OwnAttempt):
    """An any-time race, with the visitor's attempt at it."""

    @property
    def title(self) -> str:
        """The game's title."""
        return title(self.trial.rules)

    @property
    def variant(self) -> str:
        """The name of the rules."""
        return variant(self.trial.rules)

    @property
    def way_to_play(self) -> str:
        """Where the visitor goes on: to the table while the clock runs, else to the race's page."""
        if self.attempt is not None and self.state == "running":
            return self.attempt.race.get_absolute_url()
        return self.race.get_absolute_url()

    @property
    def rivals(self) -> str:
        """The names of the first others who have seats, and how many more have."""
        return names_text(self.others[:NAMED], len(self.others)) if self.others else ""

    @cached_property
    def results(self) -> Sequence[Row]:
        """The results that the visitor may see, best first. Costs up to two queries."""
        return [] if self.hidden else rows(self.trial)

    @cached_property
    def ended_at(self) -> datetime | None:
        """When the last seat was done, if that ended the race; else None. Costs a query."""
        if not (self.over and self.full):
            return None
        last: datetime | None = self.trial.attempts.aggregate(last=Max("race__closed_at"))["last"]
        return None if last is None or last >= self.trial.closes_at else last

    @property
    def place(self) -> str:
        """A sentence on the place of the visitor's attempt; empty before it has ended."""
        if self.entry is None:
            return ""
        return place_text(self.results, self.entry.player_id, over=self.over)

    @property
    def awaited(self) -> str:
        """Who may still race and how many seats are free, once the visitor has raced; else empty.

        Costs a query.
        """
        if self.state != "ended" or self.over:
            return ""
        names = [seat.player.name for seat in self.seats if not seat.done]
        free = 0 if self.closed else (self.trial.seats or 0) - self.taken
        told = []
        if names:
            named = names_text(names[:NAMED], len(names))
            told.append(_("Waiting for %(names)s.") % {"names": named})
        if free:
            said = ngettext("%(n)s seat is still free.", "%(n)s seats are still free.", free)
            told.append(said % {"n": free})
        return " ".join(told)

    @property
    def waiting(self) -> str:
        """How many have raced, once the visitor has and others may still; else empty."""
        if self.state != "ended" or self.over:
            return ""
        if self.entry is not None and self.entry.is_try:
            said = _(
                "Raced so far: %(done)s of %(seats)s. "
                "You'll be told when someone overtakes you, and when it's over."
            )
        else:
            said = _("Raced so far: %(done)s of %(seats)s. You'll be told when it's over.")
        return said % {"done": len(self.results), "seats": self.trial.seats}

    @property
    def verdict(self) -> str:
        """Who won and what decided it, once the race is over; empty if nobody had a rival."""
        own = None if self.entry is None else self.entry.player_id
        return headline(self.results, self.trial.rules, own) if self.over else ""

    @property
    def is_place_told(self) -> bool:
        """Tell whether the verdict says already that the visitor made no move."""
        if not self.verdict or self.entry is None or has_raced(self.entry):
            return False
        return len(self.results) == 2 or not any(has_raced(row.entry) for row in self.results)

    @property
    def compared(self) -> Sequence[Row]:
        """The two runs to watch side by side: the visitor's and the best other; else the best."""
        kept = [
            row
            for row in self.results
            if row.entry.is_try and row.entry.race.actions_removed_at is None
        ]
        first = sorted(kept, key=lambda row: row.entry != self.entry)[:2]
        return first if len(first) == 2 else ()

    @property
    def podium(self) -> Podium:
        """Who stands on the podium, once the race is over."""
        return Podium.of(self.results if self.over else ())


def cards(races: Sequence[AnytimeRace], player: Player | None, now: int) -> list[AnytimeCard]:
    """Return races, loaded with their trials, as a visitor may see them. Costs five queries."""
    found = sights(races, player, now)
    own = [sight.attempt.race_id for sight in found if sight.attempt is not None]
    ended = Entry.objects.filter(race__in=own, race__closed_at__isnull=False)
    runs = {run.race_id: run for run in ended}
    return [
        AnytimeCard(
            **vars(sight),
            entry=None if sight.attempt is None else runs.get(sight.attempt.race_id),
        )
        for sight in found
    ]


def found_anytime(code: str) -> AnytimeRace:
    """Return the any-time race with a code, loaded with its trial and deal.

    :raises Http404: if there is none.
    """
    found = AnytimeRace.objects.with_deals().filter(code=code.upper()).first()
    if found is None:
        raise Http404(f"no any-time race {code!r}")
    return found


def rows(trial: Trial) -> list[Row]:
    """Return the results of the attempts that have ended, best first. Costs a query."""
    return rows_of(trial.results())


def place_text(results: Sequence[Row], player: int, *, over: bool) -> str:
    """Return a sentence on a player's place among the results so far, and on the margin."""
    row = next((row for row in results if row.player.pk == player), None)
    if row is None or row.entry.void_reason:
        return _("Not ranked")
    if row.entry.state == RunState.FORFEIT:
        return _("You left the race")
    if row.rank is None:
        return _("You didn't make a move")
    place = _bare_place(results, row.rank, over=over)
    return " · ".join(text for text in (place, margin(results, player, over=over)) if text)


def _bare_place(results: Sequence[Row], rank: int, *, over: bool) -> str:
    values = {"rank": rank, "size": len(results)}
    if sum(other.rank == rank for other in results) > 1:
        shared = _("Shared place %(rank)s of %(size)s")
        return (shared if over else _("Shared place %(rank)s of %(size)s so far")) % values
    if over:
        return _("Place %(rank)s of %(size)s") % values
    return _("Place %(rank)s of %(size)s so far") % values
