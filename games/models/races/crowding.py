"""How many races and seats one player may have: more than people want."""

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
"""A seat counts for so long, in which every race with a limit can be played."""


class TooManyError(PersonalError):
    """A limit of the site is reached; in a while there is room again."""


def refuse_races(host: Player, now: int) -> None:
    """See that a player does not open too many races.

    :raises TooManyError: "too-many-races" if it does.
    """
    limit: int = settings.RACES_PER_HOUR
    lately = host.openings.since(now, HOUR)
    if limit and lately[:limit].count() >= limit:
        raise TooManyError(
            "too-many-races",
            Sentence("You have opened %(count)s races in an hour. Rest a while.", count=limit),
        )


def refuse_ranked(host: Player, address: str, rules: str, now: int) -> None:
    """See that one person does not take the secret deals that others need.

    The guests of one address count as one, since everybody can be as many guests as wished. Until
    the transaction ends, no other race is opened there.

    :raises TooManyError: "too-many-rooms" or "too-many-ranked" if it does.
    """
    place = place_of(host, address)
    _one_at_a_time(place or str(host.pk))
    ranked = Opening.objects.by(host, address).ranked()
    rooms: int = settings.RANKED_ROOMS_PER_ADDRESS if place else settings.RANKED_ROOMS
    if rooms and ranked.unstarted(now)[:rooms].count() >= rooms:
        raise TooManyError(
            "too-many-rooms",
            Sentence(
                "%(count)s ranked races that you, or guests at your address, have opened wait for "
                "their start. Start or leave one of them first.",
                count=rooms,
            ),
        )
    hourly: int = settings.RANKED_PER_HOUR
    taken = ranked.since(now, HOUR).filter(race__rules=rules)
    if hourly and taken[:hourly].count() >= hourly:
        raise TooManyError(
            "too-many-ranked",
            Sentence(
                "You, or guests at your address, have opened %(count)s ranked races under these "
                "rules in an hour. Open one that is not ranked, or wait.",
                count=hourly,
            ),
        )


def _one_at_a_time(whose: str) -> None:
    """Let one transaction at a time pass for each key, until it ends.

    On SQLite there is one writer at a time anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 12))", [whose])


def refuse_seats(player: int, kind: Kind, now: int) -> None:
    """See that a player does not sit in too many races; a game alone is always possible.

    Until the transaction ends, the player takes no other seat, and does not change.

    :raises GoneError: if the player is not there any more.
    :raises TooManyError: "too-many-seats" if it does.
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
                "You have a seat in %(count)s races that are not over. Leave one, or play it.",
                count=limit,
            ),
        )
