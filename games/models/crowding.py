"""How many races and seats one player may have: more than people want."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.utils import timezone

from games.engine import Sentence
from games.models.instants import to_datetime
from games.racing import Kind, RefusedError

if TYPE_CHECKING:
    from games.models.player import Player

HOUR: Final = 3_600_000

SEAT_HOURS: Final = 2
"""A seat counts for so long, in which every race with a limit can be played."""


class TooManyError(RefusedError):
    """A limit of the site is reached; in a while there is room again."""


def refuse_races(host: Player, now: int) -> None:
    """See that a player does not open too many races.

    :raises TooManyError: "too-many-races" if it does.
    """
    limit: int = settings.RACES_PER_HOUR
    lately = host.hosted.filter(created_at__gt=to_datetime(now - HOUR))
    if limit and lately[:limit].count() >= limit:
        raise TooManyError(
            "too-many-races",
            Sentence("You have opened %(count)s races in an hour. Rest a while.", count=limit),
        )


def refuse_seats(player: int) -> None:
    """See that a player does not sit in too many races; practices do not count.

    :raises TooManyError: "too-many-seats" if it does.
    """
    from games.models.entry import Entry

    limit: int = settings.SEATS_PER_PLAYER
    seats = Entry.objects.filter(
        player=player,
        created_at__gt=timezone.now() - timedelta(hours=SEAT_HOURS),
        race__closed_at=None,
    ).exclude(race__kind=Kind.SOLO)
    if limit and seats[:limit].count() >= limit:
        raise TooManyError(
            "too-many-seats",
            Sentence(
                "You have a seat in %(count)s races that are not over. Leave one, or play it.",
                count=limit,
            ),
        )
