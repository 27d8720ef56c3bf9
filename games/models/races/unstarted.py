"""The end of races that never started: nobody has seen their cards."""

from __future__ import annotations

from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import Max, Q

from games import racing
from games.models.database.instants import to_datetime
from games.models.database.news import races_renewed
from games.models.deals.proof import Kind, Proof
from games.models.races.conflict import ConflictError
from games.models.races.race import Race

LEFT_AFTER_MS: Final = 30 * 60_000
"""How long a race waits for players who are not there, before it is closed."""


def give_up_left(clock: racing.Clock, most: int = 100) -> int:
    """Close the races that wait for players of whom none has been there for long; how many.

    One that nobody has taken a seat in yet is waited for.
    """
    now = clock()
    since = now - LEFT_AFTER_MS
    open_ones = Race.objects.filter(
        kind__in=[kind.value for kind in racing.Kind if not kind.is_alone],
        limit_s__isnull=False,
        closed_at=None,
        starts_at=None,
        created_at__lt=to_datetime(since),
        entries__isnull=False,
    )
    seen = open_ones.annotate(seen=Max("entries__seen_at"))
    left = seen.filter(Q(seen=None) | Q(seen__lt=to_datetime(since))).order_by("pk")
    races = list(left.select_related("deal")[:most])
    return sum(give_up(race, since) for race in races)


def give_up(race: Race, since: int) -> bool:
    """Close a race that nobody in it has been at since an instant, before it starts.

    Returns whether that was done here: not if somebody has come back, or started it.
    """
    with transaction.atomic():
        try:
            race.claim()
        except ConflictError:
            return False
        back = race.entries.filter(seen_at__gte=to_datetime(since))
        if race.starts_at is not None or back.exists():
            transaction.set_rollback(True)
            return False
        unmake(race)
    return True


def unmake(race: Race) -> None:
    """Delete a race that has not started, and give its deal back, of which nobody has seen any.

    The caller has claimed it. Whoever is about to start it, or to deal its cards, waits for the
    row, and then there is none.
    """
    _put_back(race)
    Race.objects.filter(pk=race.pk).delete()
    tell = partial(races_renewed.send, Race, codes=(race.code,))
    transaction.on_commit(tell, robust=True)


def _put_back(race: Race) -> None:
    """Return the deal to the stock, if it was out of it.

    Nobody has seen more of it than the commitment.
    """
    others = race.deal.races.exclude(pk=race.pk)
    if race.deal.public or others.exists() or hasattr(race.deal, "daily"):
        return
    of_race = Proof.objects.filter(deal=race.deal_id, rules=race.rules, kind=Kind.WINNABLE)
    of_race.filter(deal__key__isnull=False).update(in_stock=True)
