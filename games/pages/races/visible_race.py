"""The race that an address names, for those who may know of it."""

from __future__ import annotations

from django.http import Http404

from games.models import Player, Race, Trial
from games.models.visibility import is_private_from, is_race_hidden_from
from games.pages.site.clock import now


def visible_race(code: str, player: Player | None) -> Race:
    """Return the race with a code, which may still wait for the visitor's own attempt.

    :raises Race.DoesNotExist: if there is none, or it is another player's private practice.
    """
    found = Race.objects.find(code)
    if is_private_from(found, player):
        raise Race.DoesNotExist
    return found


def finished_race(code: str, player: Player | None) -> Race:
    """Return the race with a code once a visitor may know that it is over.

    :raises Http404: until then, and if there is none. An attempt's end isn't told before.
    """
    try:
        found = visible_race(code, player)
    except Race.DoesNotExist:
        raise Http404(f"no race {code!r} for this visitor") from None
    if found.closed_at is None or is_race_hidden_from(found, player, now()):
        raise Http404(f"no race {code!r} is over")
    return found


def is_unknown(trial: Trial | None, player: Player | None) -> bool:
    """Tell whether a trial is an any-time race that a player knows at most by its link.

    Nothing else, such as the number of a run, may lead to it.
    """
    anytime = getattr(trial, "anytime", None)
    return anytime is not None and not anytime.is_known_to(player)
