"""An any-time race as a player may see it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from games.models.database.instants import to_ms
from games.models.people.player import Player
from games.models.races.anytime import AnytimeRace
from games.models.races.trial import Attempt, Trial
from games.models.visibility import hidden_from, is_end_told


@dataclass(frozen=True)
class AnytimeSeat:
    """A seat as those see it who may not see its result."""

    player: Player
    done: bool


@dataclass(frozen=True, kw_only=True)
class AnytimeSight:
    """An any-time race, with the attempt at it of the player who looks."""

    race: AnytimeRace
    now: int
    hidden: bool
    """Whether results and cards are still hidden from the player."""
    over: bool
    """Whether they are hidden from no one."""
    taken: int
    """How many seats are taken."""
    others: Sequence[str] = ()
    """The names of those who have the other seats, in the order in which they came."""
    attempt: Attempt | None = None

    @property
    def trial(self) -> Trial:
        """What its players attempt."""
        return self.race.trial

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
        """Whether the player may begin an attempt, or go on with one."""
        if self.attempt is None:
            return not self.closed and not self.full
        if self.attempt.race.starts_at is None:
            return not self.closed
        return self.attempt.race.closed_at is None

    @cached_property
    def seats(self) -> Sequence[AnytimeSeat]:
        """Who takes part, in the order in which they came. Costs a query."""
        attempts = self.trial.attempts.select_related("player", "race", "trial").order_by("pk")
        return [self._seat(attempt) for attempt in attempts]

    def _seat(self, attempt: Attempt) -> AnytimeSeat:
        done = is_end_told(attempt, self.now) if self.hidden else bool(attempt.race.closed_at)
        return AnytimeSeat(attempt.player, done)


def sights(races: Sequence[AnytimeRace], player: Player | None, now: int) -> list[AnytimeSight]:
    """Return races, loaded with their trials, as a player may see them. Costs four queries."""
    trials = [race.trial_id for race in races]
    own = Attempt.objects.filter(trial__in=trials, player=player).select_related("race")
    attempts = {} if player is None else {attempt.trial_id: attempt for attempt in own}
    hidden, waiting = (_hidden(trials, who, now) for who in (player, None))
    seats: dict[int, list[tuple[int, str]]] = defaultdict(list)
    taken = Attempt.objects.filter(trial__in=trials).order_by("pk")
    for trial, one, name in taken.values_list("trial", "player", "player__name"):
        seats[trial].append((one, name))
    me = None if player is None else player.pk
    return [
        AnytimeSight(
            race=race,
            now=now,
            hidden=race.trial_id in hidden,
            over=race.trial_id not in waiting,
            taken=len(seats[race.trial_id]),
            others=[name for one, name in seats[race.trial_id] if one != me],
            attempt=attempts.get(race.trial_id),
        )
        for race in races
    ]


def _hidden(trials: Sequence[int], player: Player | None, now: int) -> set[int]:
    found = Trial.objects.filter(hidden_from(player, now), pk__in=trials)
    return set(found.values_list("pk", flat=True))
