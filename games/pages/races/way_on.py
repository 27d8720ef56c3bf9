"""Where a race leads once the one after it has started."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import Match, Player, Race
from games.models.visibility import races_told
from games.pages.races.match_words import number_in_match


def way_on(race: Race, player: Player | None) -> dict[str, str] | None:
    """Return the address of the latest race after one, and what to call it.

    A private room that waits is left out for strangers. Return None while the next race can still
    be joined: then the page asks the player to come.
    """
    again = race.next_race if race.closed_at is not None else None
    if again is None or (again.dealt_at is None and again.closed_at is None):
        return None
    match = Match.objects.filter(races__race=again).first()
    last = None if match is None else races_told(match, player).last()
    latest = again if last is None else last.race
    if latest == again and (number := number_in_match(again)):
        to_go = _("Go to race {n}") if latest.closed_at is None else _("Result of race {n}")
        label = to_go.format(n=number)
    elif latest.closed_at is None:
        label = _("Go to the rematch") if latest == again else _("Go to the latest race")
    elif latest == again:
        label = _("Result of the rematch")
    else:
        label = _("Result of the latest race")
    return {"address": latest.get_absolute_url(), "label": label}
