"""Taking part in events: joining, leaving and coming back."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games import racing
from games.models.database.holding import held
from games.models.database.instants import to_datetime, to_ms
from games.models.people.player import Player
from games.models.people.refusals import gone
from games.models.races.event import Event, Participation


@transaction.atomic
def join_event(event: Event, player: Player, clock: racing.Clock) -> None:
    """Let a player take part from the next round on; it changes nothing for one who does.

    :raises GoneError: if the player no longer exists.
    :raises RefusedError: "no-bots"; "event-over" once the last round has begun.
    """
    if player.bot:
        raise racing.RefusedError("no-bots", "Events are for people.")
    event = held(Event.objects.filter(pk=event.pk)).get()
    now = clock()
    if event.called_off_at is not None:
        raise racing.RefusedError("event-over", "The event was called off.")
    last = event.rounds.order_by("-number").first()
    if last is None or last.seated_at is not None or now >= to_ms(last.starts_at):
        raise racing.RefusedError("event-over", "The last round has begun.")
    if held(Player.objects.filter(pk=player.pk, deleted_at=None)).first() is None:
        raise gone()
    joined = {"joined_at": to_datetime(now), "left_at": None}
    mine = Participation.objects.filter(event=event, player=player)
    if not mine.exists():
        Participation.objects.create(event=event, player=player, **joined)
    elif not mine.filter(left_at__isnull=False).update(**joined):
        return
    Event.objects.filter(pk=event.pk).renew()


@transaction.atomic
def leave_event(event: Event, player: Player, clock: racing.Clock) -> None:
    """Let a player miss the rounds from the next on. A seat at a table stays, and so do points."""
    event = held(Event.objects.filter(pk=event.pk)).get()
    mine = Participation.objects.filter(event=event, player=player, left_at=None)
    if mine.update(left_at=to_datetime(clock())):
        Event.objects.filter(pk=event.pk).renew()


def forget_player(player: Player) -> None:
    """Take a player who is being erased out of all events; those they organise go on without them.

    The caller's transaction holds nothing else yet.
    """
    theirs = Q(organiser=player) | Q(participations__player=player)
    events = list(held(Event.objects.filter(pk__in=Event.objects.filter(theirs).values("pk"))))
    Event.objects.filter(pk__in=[one.pk for one in events], organiser=player).update(organiser=None)
    Participation.objects.filter(player=player, left_at=None).update(left_at=timezone.now())
    Event.objects.filter(pk__in=[one.pk for one in events]).update(version=F("version") + 1)
