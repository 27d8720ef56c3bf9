"""What came of a round of an event, in words: as `frontend/src/lib/rounds.js` says it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models.standings.round_best import RoundBest
from games.pages.deals.counting import counting, progress_text
from games.pages.site.name_list import names_text
from games.pages.site.times import time_text


def best_text(best: RoundBest, rules: str) -> str:
    """Return whom a round's first place went to, and with what.

    Who left the race may have come further, and is placed behind.
    """
    names = names_text(best.names, best.count)
    if best.time is not None:
        return _("%(names)s won in %(time)s") % {"names": names, "time": time_text(best.time)}
    if best.risen:
        result = progress_text(best.progress, rules)
        reached = {"names": names, "result": result}
        if best.sooner:
            return _("%(names)s won on time: %(result)s") % reached
        return _("%(names)s won with %(result)s") % reached
    words = counting(rules)
    # In some games the deal itself puts a card home.
    nothing = words.nothing_more if best.progress else words.nothing
    values = {"nothing": nothing, "names": names}
    if best.count == 1:
        return _("%(nothing)s; %(names)s is first for moving one") % values
    return _("%(nothing)s, so all who moved one share first place") % values
