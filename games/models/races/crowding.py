"""Limits on one player's races and seats: more than anyone needs."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import connection

from games.engine import Sentence
from games.models.database.holding import held
from games.models.database.instants import to_datetime
from games.models.people.player import Player
from games.models.people.refusals import PersonalError, gone
from games.models.races.entry import Entry
from games.models.races.opening import Opening, place_of
from games.racing import Kind

HOUR: Final = 3_600_000

SEAT_HOURS: Final = 2
"""How long a seat counts: enough to play any race that has a time limit."""


class TooManyError(PersonalError):
    """The player has reached a limit of the site and can try again later."""


def refuse_races(host: Player, now: int) -> None:
    """Refuse a host who opens too many races.

    :raises TooManyError: "too-many-races" at the limit.
    """
    limit: int = settings.RACES_PER_HOUR
    lately = Opening.objects.by(host, "").since(now, HOUR)
    if limit and lately[:limit].count() >= limit:
        raise TooManyError(
            "too-many-races",
            Sentence(
                "You've opened %(count)s races in the last hour. Wait a while before the next.",
                count=limit,
            ),
        )


def refuse_ranked(
    host: Player, address: str, rules: str, now: int, besides: str | None = None
) -> None:
    """Refuse a host who takes too many of the secret deals that others need.

    `besides` is the code of a race that isn't counted: one that gives its own deal back.

    The guests of one address count as one, and so do a player and their bots: one person can be any
    number of them. Other openings by the same person or address wait until the transaction ends.

    :raises TooManyError: "too-many-rooms" or "too-many-ranked" at the limit.
    """
    place = place_of(host, address)
    one_at_a_time(place or str(host.person))
    ranked = Opening.objects.by(host, address).ranked()
    if besides is not None:
        ranked = ranked.exclude(code=besides)
    rooms: int = settings.RANKED_ROOMS_PER_ADDRESS if place else settings.RANKED_ROOMS
    if rooms and ranked.unstarted(now)[:rooms].count() >= rooms:
        raise TooManyError(
            "too-many-rooms",
            Sentence(
                "You, or guests on your network, have %(count)s ranked races waiting to start. "
                "Start or leave one first.",
                count=rooms,
            ),
        )
    hourly: int = settings.RANKED_PER_HOUR
    taken = ranked.since(now, HOUR).filter(race__rules=rules)
    if hourly and taken[:hourly].count() >= hourly:
        raise TooManyError(
            "too-many-ranked",
            Sentence(
                "You, or guests on your network, have opened %(count)s ranked races with these "
                "rules in the last hour. Open an unranked one, or wait.",
                count=hourly,
            ),
        )


def refuse_planned(host: Player, address: str, now: int, besides: str | None = None) -> None:
    """Refuse a host who plans too many races: each keeps a deal until then.

    `besides` is the code of a race that isn't counted. The guests of one address count as one.

    :raises TooManyError: "too-many-rooms" at the limit.
    """
    one_at_a_time(place_of(host, address) or str(host.person))
    limit: int = settings.PLANNED_RACES
    planned = Opening.objects.by(host, address).filter(race__planned_at__isnull=False)
    if besides is not None:
        planned = planned.exclude(code=besides)
    if limit and planned.unstarted(now)[:limit].count() >= limit:
        raise TooManyError(
            "too-many-rooms",
            Sentence(
                "You, or guests on your network, have planned %(count)s races already. Wait until "
                "one has started, or leave one.",
                count=limit,
            ),
        )


def one_at_a_time(whose: str) -> None:
    """Serialise transactions with the same key until this one ends.

    SQLite has only one writer at a time anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 12))", [whose])


def refuse_seats(player: int, kind: Kind, now: int) -> None:
    """Refuse a player who sits in too many races; solo kinds are always allowed.

    Locks the player until the transaction ends, so no other seat is taken at the same time.

    :raises GoneError: if the player no longer exists.
    :raises TooManyError: "too-many-seats" at the limit.
    """
    if held(Player.objects.filter(pk=player)).first() is None:
        raise gone()
    if kind.is_alone:
        return
    limit: int = settings.SEATS_PER_PLAYER
    seats = Entry.objects.filter(
        player=player,
        created_at__gt=to_datetime(now - SEAT_HOURS * HOUR),
        race__closed_at=None,
    ).exclude(race__kind__in=[kind.value for kind in Kind if kind.is_alone])
    if limit and seats[:limit].count() >= limit:
        raise TooManyError(
            "too-many-seats",
            Sentence(
                "You're in %(count)s unfinished races. Finish or leave one first.",
                count=limit,
            ),
        )
