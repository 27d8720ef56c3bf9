"""Ending rounds of events before their time limit, once no one plays at any table.

Each table is replayed when it falls idle, and the round asks no more of it than a count: a player
who comes late and acts makes the count wrong, until that run has ended too.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Exists, F, Max, OuterRef, QuerySet, Sum, Value
from django.db.models.expressions import Combinable

from games import racing
from games.models.database.holding import held
from games.models.database.instants import to_datetime, to_ms
from games.models.races.action import Action
from games.models.races.entry import Entry
from games.models.races.event import Event, Round
from games.models.races.race import Race

PRESENT: Final = 15_000
"""Milliseconds since the last heartbeat of a player who may still begin to play."""


def note_idle(table: Race) -> None:
    """Store that no run is under way at a table of a round, if that is so."""
    runs = [entry.replay()[1] for entry in table.played()]
    if all(run.is_idle for run in runs):
        ended = sum(run.last_at is not None for run in runs)
        Race.objects.filter(pk=table.pk, closed_at=None).update(ended_runs=ended)


def end_idle_rounds(clock: racing.Clock) -> list[Round]:
    """End the rounds in which no one plays, and return those that this call ended."""
    tables = Race.objects.limited(clock()).exclude(round=None)
    idle = tables.exclude(ended_runs=None).order_by().values_list("round", flat=True).distinct()
    found = Round.objects.filter(pk__in=list(idle)).order_by("starts_at", "pk")
    return [one for one in found if _end(one.pk, one.event_id, clock)]


def _end(key: int, event: int, clock: racing.Clock) -> bool:
    try:
        with transaction.atomic():
            # First the event, as those do who seat a round or change the event.
            list(held(Event.objects.filter(pk=event)).values_list("pk"))
            one = Round.objects.select_related("event").get(pk=key)
            at = _ends_at(one, clock())
            if at is None:
                return False
            _move_up(one, at)
            Race.objects.filter(round=one).renew()
            _end_those_absent(one, at)
    except IntegrityError:
        # Somebody who was thought absent has just made the first move.
        return False
    return True


def _ends_at(one: Round, now: int) -> int | None:
    """Return when a round ends in which no one plays; None while someone does."""
    start = to_ms(one.starts_at)
    if not start <= now < to_ms(one.ends_at) or one.tables.filter(ended_runs=None).exists():
        return None
    actions = Action.objects.filter(entry__race__round=one)
    ended = one.tables.aggregate(count=Sum("ended_runs"))["count"]
    if ended != actions.filter(number=1).count():
        return None
    waiting = _without_action(one)
    if waiting.filter(seen_at__gte=to_datetime(now - PRESENT)).exists():
        return None
    if not racing.round_may_end(start, now, absent=waiting.exists()):
        return None
    # Another process's clock may be ahead.
    last = actions.aggregate(last=Max("ms"))["last"] or 0
    return max(now, start + last)


def _without_action(one: Round) -> QuerySet[Entry]:
    acted = Exists(Action.objects.filter(entry=OuterRef("pk")))
    return Entry.objects.filter(~acted, race__round=one).order_by("pk")


def _end_those_absent(one: Round, at: int) -> None:
    """End the runs of those who didn't come; their first move, if it comes now, is too late."""
    entries = _without_action(one).prefetch_related("actions")
    lasted = at - to_ms(one.starts_at)
    Action.objects.bulk_create(entry.bell_action(lasted) for entry in entries)


def _move_up(one: Round, at: int) -> None:
    """Let the break begin now: the later rounds start sooner by what the round was shorter."""
    Round.objects.filter(pk=one.pk).update(ends_at=to_datetime(at))
    later = one.event.rounds.filter(number__gt=one.number, seated_at=None).order_by("number")
    following = later.first() if one.event.called_off_at is None else None
    ends: Combinable = Value(to_datetime(at))
    if following is not None:
        by = racing.sooner(to_ms(following.starts_at), at, one.event.pause)
        saved = timedelta(milliseconds=by)
        later.update(starts_at=F("starts_at") - saved, ends_at=F("ends_at") - saved)
        ends = F("ends_at") - saved
    Event.objects.filter(pk=one.event_id).update(ends_at=ends, version=F("version") + 1)
