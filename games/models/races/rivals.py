"""Rivals: the people whom a player raced lately, and the score against each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import Count, F, OuterRef, Q, Subquery

from games.models.people.player import Player
from games.models.races.entry import Entry
from games.models.races.race import Race
from games.racing import Kind, RunState

RACES: Final = 30
"""How many of a player's latest races to look at."""


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


def rivalries(player: Player, most: int) -> list[Rivalry]:
    """Return the people whom a player raced lately, the latest first. Costs three queries."""
    raced = Entry.objects.history(player.pk).exclude(state=RunState.NO_SHOW)
    with_others = [kind.value for kind in Kind if not kind.is_alone]
    races = [entry.race for entry in raced.filter(race__kind__in=with_others)[:RACES]]
    met = Entry.objects.filter(race__in=races, player__is_active=True, player__bot=False)
    others = defaultdict[int, list[Player]](list)
    for entry in (
        met.exclude(player=player)
        .exclude(state=RunState.NO_SHOW)
        .select_related("player")
        .order_by(F("place").asc(nulls_last=True), "seat")
    ):
        others[entry.race_id].append(entry.player)
    latest: dict[Player, Race] = {}
    for race in races:
        for other in others[race.pk]:
            latest.setdefault(other, race)
    chosen = list(latest)[:most]
    score = scores(player, chosen)
    return [Rivalry(other, score[other.pk], latest[other]) for other in chosen]


def scores(player: Player, others: Collection[Player]) -> Mapping[int, Score]:
    """Return a player's score against each of some others, by player. Costs a query at most."""
    if not others:
        return {}
    own = Entry.objects.filter(race=OuterRef("race"), player=player).values("place")
    theirs = Entry.objects.filter(player__in=others, place__isnull=False)
    both = theirs.annotate(own=Subquery(own)).filter(own__isnull=False).order_by()
    counted = both.values("player").annotate(
        ahead=Count("pk", filter=Q(own__lt=F("place"))),
        behind=Count("pk", filter=Q(own__gt=F("place"))),
        level=Count("pk", filter=Q(own=F("place"))),
    )
    found = {row.pop("player"): Score(**row) for row in counted.values("player", *Score._fields)}
    return {other.pk: found.get(other.pk, Score()) for other in others}


def have_raced(one: Player, other: Player) -> bool:
    """Tell whether two players were in a race that is over."""
    over = Entry.objects.filter(player=one, race__closed_at__isnull=False)
    return over.filter(race__entries__player=other).exists()
