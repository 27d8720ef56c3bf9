"""Removing a player from an event, which its organiser may do until it is over."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce

from games import racing
from games.models.database.instants import to_datetime, to_ms
from games.models.people.player import Player
from games.models.races.event import Event
from games.models.races.event_plan import held_for_organiser
from games.models.visibility import removable


@transaction.atomic
def remove_player(event: Event, organiser: Player, player: int, clock: racing.Clock) -> Event:
    """Remove a player from an event for good: no later round seats them.

    A seat that they have stays theirs until the end of its round. It changes nothing for one who is
    removed.

    :raises RefusedError: "not-organiser"; "event-over"; "no-player" if they never took part.
    """
    # Seating a round holds the event too, so it comes wholly before this or after.
    event = held_for_organiser(event, organiser)
    now = clock()
    if now >= to_ms(event.ends_at):
        raise racing.RefusedError("event-over", "The event is over.")
    theirs = removable(event).filter(player=player)
    at = to_datetime(now)
    is_new = theirs.filter(removed_at=None).update(
        removed_at=at, left_at=Coalesce(F("left_at"), at)
    )
    if is_new:
        Event.objects.filter(pk=event.pk).renew()
    elif not theirs.exists():
        raise racing.RefusedError("no-player", "No such player takes part in this event.")
    event.refresh_from_db()
    return event
