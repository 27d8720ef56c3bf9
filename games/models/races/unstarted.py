"""Deleting races that never started, so no one has seen their cards; putting such deals back."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, Q
from django.utils import timezone

from games import racing
from games.models.database.instants import to_datetime
from games.models.database.news import race_given_up, races_renewed
from games.models.deals.proof import Proof
from games.models.races.conflict import ConflictError
from games.models.races.entry import Entry
from games.models.races.match import forget
from games.models.races.race import Race
from games.models.races.race_event import RaceEvent, RaceEventKind

NEAR: Final = timedelta(milliseconds=racing.NEAR)

LEFT_AFTER_MS: Final = 30 * 60_000
"""How long a race waits for absent players before it is deleted."""


def give_up_left(clock: racing.Clock, most: int = 100) -> int:
    """Delete the waiting races whose players have all been away for long; return how many.

    A race that no one has joined yet is kept.
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
    """Delete a waiting race that no player has had open since an instant.

    Return whether it was deleted: not if a player came back or started it.
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


def give_up_missed(clock: racing.Clock, late: int, most: int = 100) -> int:
    """Delete the planned races that should have started and to which nobody came; return how many.

    Whoever is ready, or had the room open once it was near, has come.
    """
    due = to_datetime(clock() - late)
    came = Q(ready=True) | Q(seen_at__gte=F("race__planned_at") - NEAR)
    here = Entry.objects.filter(came, race=OuterRef("pk"))
    missed = Race.objects.filter(
        ~Exists(here),
        kind__in=[racing.Kind.CASUAL, racing.Kind.RANKED],
        closed_at=None,
        limit_s__isnull=False,
        dealt_at=None,
        starts_at__lte=due,
        planned_at__lte=due,
    )
    races = list(missed.select_related("deal").order_by("pk")[:most])
    return sum(_give_up_missed(race) for race in races)


def _give_up_missed(race: Race) -> bool:
    with transaction.atomic():
        try:
            race.claim()
        except ConflictError:
            return False
        # Somebody may have come since.
        since = (race.planned_at or timezone.now()) - NEAR
        if race.entries.filter(Q(ready=True) | Q(seen_at__gte=since)).exists():
            return False
        unmake(race)
    return True


def unmake(race: Race) -> None:
    """Delete an unstarted race that the caller has claimed, and put its unseen deal back.

    Concurrent attempts to start it or deal its cards wait for the row and find it gone.
    """
    put_back(race)
    race.note(RaceEventKind.GONE)
    # Its seats go with it, so each player is told.
    players = race.entries.order_by("player").values_list("player", flat=True)
    RaceEvent.objects.bulk_create(
        RaceEvent(kind=RaceEventKind.GONE, code=race.code, player_id=player) for player in players
    )
    forget(race.pk)
    race_given_up.send(Race, race=race.pk)
    Race.objects.filter(pk=race.pk).delete()
    race.renew_before()
    tell = partial(races_renewed.send, Race, codes=(race.code,))
    transaction.on_commit(tell, robust=True)


def put_back(race: Race) -> None:
    """Put the deal back into the stock if it came from there: only its commitment was shown."""
    others = race.deal.races.exclude(pk=race.pk)
    if race.deal.public or others.exists() or hasattr(race.deal, "trial"):
        return
    # The round of an event keeps its deal, whatever becomes of a table.
    if not hasattr(race.deal, "round"):
        Proof.objects.put_back(race.deal, race.rules)
