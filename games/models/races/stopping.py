"""Stopping a match."""

from __future__ import annotations

from django.db import transaction

from games import racing
from games.models.database.holding import held
from games.models.database.instants import to_datetime
from games.models.people.player import Player
from games.models.races.conflict import ConflictError
from games.models.races.match import LEFT, Match
from games.models.races.race import Race
from games.models.races.transition import ATTEMPTS
from games.models.races.unstarted import unmake


def stop_match(match: Match, player: Player, clock: racing.Clock) -> None:
    """Stop a match for one of its players: the score stands, and a race that waits is given up.

    It changes nothing in a match that is over.

    :raises RefusedError: "not-seated" if they may not; "already-started", "starting" or
        "race-over" while a race of it is on.
    """
    for _ in range(ATTEMPTS):
        try:
            _stop(match, player, clock)
        except ConflictError:
            continue
        return
    raise ConflictError(f"{match.code}: overtaken {ATTEMPTS} times")


def may_stop(match: Match, player: Player | None) -> bool:
    """Tell whether a player has raced in a match, and not only left its races or missed them.

    Costs a query.
    """
    return match.entries().filter(player=player).exclude(state__in=LEFT).exists()


@transaction.atomic
def _stop(match: Match, player: Player, clock: racing.Clock) -> None:
    score = match.hold()
    if not may_stop(match, player):
        raise racing.RefusedError(
            "not-seated", "Only those who have stayed in a race of this match can stop it."
        )
    if score.is_over:
        return
    races = Race.objects.filter(in_match__match=match)
    # All of them before the players of the one that is given up.
    keys = list(races.values_list("pk", flat=True))
    list(held(Race.objects.filter(pk__in=keys)).values_list("pk"))
    for race in races.filter(closed_at=None).select_related("deal"):
        race.claim()
        race.load().refuse_started(clock())
        unmake(race)
    Match.objects.filter(pk=match.pk).update(stopped_at=to_datetime(clock()), stopped_by=player)
    # The pages of its latest race show that no other follows.
    latest = races.order_by("-in_match__number").values_list("pk", flat=True)[:1]
    Race.objects.filter(pk__in=list(latest)).renew()
