"""What the event socket reads of events: each call is one hop to a thread and a few queries."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from games import racing
from games.live.database_thread import in_closing_thread, in_database_thread
from games.models import Event, Player, Race
from games.models.races.so_far import FollowedRuns
from games.models.standings.event_state import EventState, event_state


class KnownAs(NamedTuple):
    """By what a player is known in the standings."""

    name: str
    guest: bool


NOBODY = KnownAs("", guest=False)
"""Stands in for a player deleted meanwhile."""


@in_database_thread
def versions(codes: Collection[str]) -> Mapping[str, int]:
    """Return the versions of some events, by code."""
    return dict(Event.objects.filter(code__in=codes).values_list("code", "version"))


@in_closing_thread
def load(code: str, now: int) -> EventState | None:
    """Return an event as it stands, if there is one."""
    event = Event.objects.filter(code=code).first()
    return None if event is None else event_state(event, now)


@in_database_thread
def known_as(players: Collection[int]) -> Mapping[int, KnownAs]:
    """Return by what some players are known."""
    found = Player.objects.filter(pk__in=players).values_list("pk", "name", "guest")
    return {player: KnownAs(name, guest) for player, name, guest in found}


@in_closing_thread
def ended(code: str, followed: FollowedRuns) -> Mapping[int, racing.Run]:
    """Return the runs that have ended at a table that is open, from its actions.

    One table at a time: others close races in this thread, and must not wait for a whole round.
    """
    tables = Race.objects.filter(code=code, closed_at=None).seated()
    return {
        seat.player: seat.run
        for race in followed.races(list(tables))
        for seat in race.seats
        if seat.run.is_done
    }
