"""Rivals: the people whom a player raced lately, and the score against each.

A race counts by its places, and a tie only between those who moved a card. Any-time races count
once they are over.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import inf
from typing import Final, NamedTuple

from django.db.models import Count, F, OuterRef, Q, Subquery

from games.models.people.player import Player
from games.models.play.anytime_results import results_of_over
from games.models.races.entry import Entry
from games.models.races.race import Race
from games.models.races.trial import Attempt
from games.racing import Kind, RunState

RACES: Final = 30
"""How many of a player's latest races to look at."""

_MOVED: Final = Q(moves__gt=0) | Q(state=RunState.WON)


class Score(NamedTuple):
    """Two players' record against each other, in races."""

    ahead: int = 0
    behind: int = 0
    level: int = 0


@dataclass(frozen=True)
class Rivalry:
    """Someone whom a player raced, the score, and their latest race."""

    rival: Player
    score: Score
    latest: Race


def rivalries(player: Player, most: int, now: int) -> list[Rivalry]:
    """Return the people whom a player raced lately, the latest first. Costs up to six queries."""
    raced = Entry.objects.history(player.pk).exclude(state=RunState.NO_SHOW)
    kinds = [kind.value for kind in Kind if not kind.is_alone or kind is Kind.ANYTIME]
    races = [entry.race for entry in raced.filter(race__kind__in=kinds)[:RACES]]
    others = _others(races, player, now)
    latest: dict[Player, Race] = {}
    for race in races:
        for other in others[race.pk]:
            latest.setdefault(other, race)
    chosen = list(latest)[:most]
    score = scores(player, chosen, now)
    return [Rivalry(other, score[other.pk], latest[other]) for other in chosen]


def scores(player: Player, others: Collection[Player], now: int) -> Mapping[int, Score]:
    """Return a player's score against each of some others, by player.

    Costs up to three queries.
    """
    if not others:
        return {}
    own = Entry.objects.filter(race=OuterRef("race"), player=player)
    theirs = Entry.objects.filter(player__in=others, place__isnull=False)
    both = theirs.exclude(race__kind=Kind.ANYTIME).annotate(
        own=Subquery(own.values("place")), moved=Subquery(own.tried().values("place"))
    )
    counted = (
        both.filter(own__isnull=False)
        .order_by()
        .values("player")
        .annotate(
            ahead=Count("pk", filter=Q(own__lt=F("place"))),
            behind=Count("pk", filter=Q(own__gt=F("place"))),
            level=Count("pk", filter=Q(moved=F("place")) & _MOVED),
        )
    )
    found = {row.pop("player"): Score(**row) for row in counted.values("player", *Score._fields)}
    apart = _anytime_scores(player, others, now)
    return {
        other.pk: Score(*map(sum, zip(found.get(other.pk, Score()), apart[other.pk], strict=True)))
        for other in others
    }


def _anytime_scores(player: Player, others: Collection[Player], now: int) -> Mapping[int, Score]:
    """Return the score in any-time races that are over."""
    asked = {other.pk for other in others}
    mine = Attempt.objects.filter(player=player, trial__kind=Kind.ANYTIME)
    shared = Attempt.objects.filter(player__in=asked, trial__in=mine.values("trial"))
    ahead, behind, level = Counter[int](), Counter[int](), Counter[int]()
    for results in results_of_over(shared.values_list("trial", flat=True), now).values():
        # Who made no move is behind all others, and level with nobody.
        ranks = {run.player_id: place or inf for place, run in results if not run.void_reason}
        own = ranks.pop(player.pk, None)
        if own is None:
            continue
        for other in asked & ranks.keys():
            ahead[other] += own < ranks[other]
            behind[other] += own > ranks[other]
            level[other] += own == ranks[other] != inf
    return {other: Score(ahead[other], behind[other], level[other]) for other in asked}


def _others(races: Collection[Race], player: Player, now: int) -> Mapping[int, list[Player]]:
    """Return the people who came to some races besides a player, best first, by race."""
    met = Entry.objects.filter(race__in=races, player__is_active=True, player__bot=False)
    found = defaultdict[int, list[Player]](list)
    for entry in (
        met.exclude(player=player)
        .exclude(state=RunState.NO_SHOW)
        .select_related("player")
        .order_by(F("place").asc(nulls_last=True), "seat")
    ):
        found[entry.race_id].append(entry.player)
    attempts = [race.pk for race in races if race.kind == Kind.ANYTIME]
    own = dict(Attempt.objects.filter(race__in=attempts).values_list("trial", "race"))
    for trial, results in results_of_over(own, now).items():
        found[own[trial]] = [
            run.player
            for _place, run in results
            if run.player_id != player.pk and run.player.is_active and run.is_try
        ]
    return found
