"""An any-time race as a visitor may see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from games.models import AnytimeRace, Attempt, Player, Trial
from games.models.database.instants import to_ms
from games.models.visibility import hidden_from, is_end_told
from games.pages.deals.labels import title, variant
from games.pages.races.own_attempt import OwnAttempt, own_attempts
from games.pages.races.results import Row


@dataclass(frozen=True)
class Seat:
    """A seat as those see it who may not see its result."""

    player: Player
    done: bool


@dataclass(frozen=True)
class AnytimeCard(OwnAttempt):
    """An any-time race, with the visitor's attempt at it."""

    race: AnytimeRace
    now: int
    hidden: bool
    """Whether results and cards are still hidden from the visitor."""
    over: bool
    """Whether they are hidden from no one."""
    taken: int
    """How many seats are taken."""

    @property
    def trial(self) -> Trial:
        """What its players attempt."""
        return self.race.trial

    @property
    def title(self) -> str:
        """The game's title."""
        return title(self.trial.rules)

    @property
    def variant(self) -> str:
        """The name of the rules."""
        return variant(self.trial.rules)

    @property
    def closed(self) -> bool:
        """Whether no attempt may start any more."""
        return self.over or to_ms(self.trial.closes_at) <= self.now

    @property
    def full(self) -> bool:
        """Whether all seats are taken."""
        return self.taken >= (self.trial.seats or 0)

    @property
    def may_start(self) -> bool:
        """Whether the visitor may begin an attempt, or go on with one."""
        if self.state == "running":
            return True
        return (
            self.state == "new" and not self.closed and (self.attempt is not None or not self.full)
        )

    @cached_property
    def seats(self) -> Sequence[Seat]:
        """Who takes part, in the order in which they came. Costs a query."""
        attempts = self.trial.attempts.select_related("player", "race", "trial").order_by("pk")
        return [self._seat(attempt) for attempt in attempts]

    @cached_property
    def results(self) -> Sequence[Row]:
        """The results that the visitor may see, best first. Costs up to two queries."""
        return [] if self.hidden else rows(self.trial)

    @property
    def place(self) -> str:
        """A sentence on the place of the visitor's attempt; empty before it has ended."""
        if self.entry is None:
            return ""
        return place_text(self.results, self.entry.player_id, over=self.over)

    def _seat(self, attempt: Attempt) -> Seat:
        done = is_end_told(attempt, self.now) if self.hidden else bool(attempt.race.closed_at)
        return Seat(attempt.player, done)


def cards(races: Sequence[AnytimeRace], player: Player | None, now: int) -> list[AnytimeCard]:
    """Return races, loaded with their trials, as a visitor may see them. Costs five queries."""
    trials = [race.trial_id for race in races]
    attempts, runs = own_attempts(trials, player)
    hidden, waiting = (_hidden(trials, who, now) for who in (player, None))
    taken = Counter(Attempt.objects.filter(trial__in=trials).values_list("trial", flat=True))
    made = []
    for race in races:
        attempt = attempts.get(race.trial_id)
        made.append(
            AnytimeCard(
                race,
                now,
                hidden=race.trial_id in hidden,
                over=race.trial_id not in waiting,
                taken=taken[race.trial_id],
                attempt=attempt,
                entry=runs.get(attempt.race_id) if attempt else None,
            )
        )
    return made


def rows(trial: Trial) -> list[Row]:
    """Return the results of the attempts that have ended, best first. Costs a query."""
    return [Row(run, place, run.player) for place, run in trial.results()]


def place_text(results: Sequence[Row], player: int, *, over: bool) -> str:
    """Return a sentence on a player's place among the results so far."""
    row = next((row for row in results if row.player.pk == player), None)
    if row is None or row.rank is None:
        return _("Not ranked")
    values = {"rank": row.rank, "size": len(results)}
    if over:
        return _("Place %(rank)s of %(size)s") % values
    return _("Place %(rank)s of %(size)s so far") % values


def _hidden(trials: Sequence[int], player: Player | None, now: int) -> set[int]:
    found = Trial.objects.filter(hidden_from(player, now), pk__in=trials)
    return set(found.values_list("pk", flat=True))
