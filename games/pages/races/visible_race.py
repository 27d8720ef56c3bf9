"""The race that an address names, for those who may know of it."""

from __future__ import annotations

from games.models import Player, Race, Trial
from games.models.visibility import is_private_from


def visible_race(code: str, player: Player | None) -> Race:
    """Return the race with a code, which may still wait for the visitor's own attempt.

    :raises Race.DoesNotExist: if there is none, or it is another player's private practice.
    """
    found = Race.objects.find(code)
    if is_private_from(found, player):
        raise Race.DoesNotExist
    return found


def is_unknown(trial: Trial | None, player: Player | None) -> bool:
    """Tell whether a trial is an any-time race that a player knows at most by its link.

    Nothing else, such as the number of a run, may lead to it.
    """
    anytime = getattr(trial, "anytime", None)
    return anytime is not None and not anytime.is_known_to(player)
