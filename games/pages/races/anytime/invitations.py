"""The any-time races whose links a visitor has opened, and hasn't played yet.

The session keeps them, since only a visitor with a session is recognised: nothing is stored about
strangers, bots and previews. So they don't follow an account to another device.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.http import HttpRequest

from games.models import AnytimeRace
from games.pages.people.visitor import known_player
from games.pages.races.anytime.card import AnytimeCard

KEY: Final = "anytime-invitations"
"""Where the session keeps their codes."""

MOST: Final = 20


def invited(request: HttpRequest) -> Sequence[str]:
    """Return the codes of the races that a visitor was invited to, newest first."""
    return tuple(request.session.get(KEY, ())) if known_player(request) is not None else ()


def remember(request: HttpRequest, card: AnytimeCard) -> None:
    """Keep a race that a visitor looks at and may play. Costs a query the first time."""
    player, race = known_player(request), card.race
    known = invited(request)
    if player is None or request.method != "GET" or "Sec-Purpose" in request.headers:
        return
    if card.attempt is not None or not card.may_start or race.code in known:
        return
    # Theirs to play without an invitation: one that they opened, or a rematch.
    if not AnytimeRace.objects.near(player).filter(pk=race.pk).exists():
        request.session[KEY] = [race.code, *known][:MOST]


def forget(request: HttpRequest, code: str) -> None:
    """Drop a race from those that a visitor was invited to."""
    known = invited(request)
    if code in known:
        request.session[KEY] = [other for other in known if other != code]
