"""Taking part in events: joining, leaving and coming back."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from games import racing
from games.models.database.holding import held
from games.models.database.instants import to_datetime
from games.models.people.player import Player
from games.models.people.refusals import gone
from games.models.races.event import Event, Participation


@transaction.atomic
def join_event(event: Event, player: Player, clock: racing.Clock) -> None:
    """Let a player take part from the next round on; it changes nothing for one who does.

    :raises GoneError: if the player no longer exists.
    :raises RefusedError: "no-bots"; "event-over" once the last round has begun; "removed" if the
        organiser has removed the player.
    """
    if player.bot:
        raise racing.RefusedError("no-bots", "Events are for people.")
    event = held(Event.objects.filter(pk=event.pk)).get()
    now = clock()
    if event.called_off_at is not None:
        raise racing.RefusedError("event-over", "The event was called off.")
    last = event.rounds.order_by("-number").first()
    if last is None or not last.takes_players(now):
        raise racing.RefusedError("event-over", "The last round has begun.")
    if held(Player.objects.filter(pk=player.pk, deleted_at=None)).first() is None:
        raise gone()
    joined = {"joined_at": to_datetime(now), "left_at": None}
    mine = Participation.objects.filter(event=event, player=player)
    if not mine.exists():
        Participation.objects.create(event=event, player=player, **joined)
    elif mine.exclude(removed_at=None).exists():
        raise removed()
    elif not mine.filter(left_at__isnull=False, removed_at=None).update(**joined):
        return
    Event.objects.filter(pk=event.pk).renew()


def removed() -> racing.RefusedError:
    """Return the refusal for a player whom the organiser has removed from an event."""
    return racing.RefusedError(
        "removed", "The organiser removed you from this event. You can't join it again."
    )


@transaction.atomic
def leave_event(event: Event, player: Player, clock: racing.Clock) -> None:
    """Let a player miss the rounds from the next on. A seat at a table stays, and so do points."""
    event = held(Event.objects.filter(pk=event.pk)).get()
    mine = Participation.objects.filter(event=event, player=player, left_at=None)
    if mine.update(left_at=to_datetime(clock())):
        Event.objects.filter(pk=event.pk).renew()


@transaction.atomic
def renew_events_of(player: Player) -> None:
    """Have the events that show a player read again, once a change of the player is committed."""
    theirs = Event.objects.filter(participations__player=player).values("pk")
    keys = list(held(Event.objects.filter(pk__in=theirs)).values_list("pk", flat=True))
    Event.objects.filter(pk__in=keys).renew()


def give_up_events(player: Player, now: datetime) -> None:
    """Let the events of a player who is being erased go on without an organiser, and show that.

    The caller's transaction holds nothing else yet.
    """
    joined = player.participations.filter(left_at=None, event__ends_at__gt=now)
    theirs = Q(organiser=player) | Q(pk__in=joined.values("event"))
    events = Event.objects.filter(pk__in=[one.pk for one in held(Event.objects.filter(theirs))])
    events.filter(organiser=player).update(organiser=None)
    events.renew()


def leave_events(player: Player, now: datetime) -> None:
    """Take a player who is held out of all events that aren't over."""
    player.participations.filter(left_at=None, event__ends_at__gt=now).update(left_at=now)
