"""The bell: how much is new to a player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Notice, Player
from games.pages.people.notices.said import said

MOST: Final = 9
"""The highest count that is shown; more are "9+"."""


@dataclass(frozen=True)
class Bell:
    """How many notices are new to a player, and the number of the latest."""

    count: int = 0
    latest: int = 0

    @property
    def shown(self) -> str:
        """The count on the bell; empty if nothing is new."""
        if self.count > MOST:
            return f"{MOST}+"
        return str(self.count) if self.count else ""

    @property
    def label(self) -> str:
        """The bell's name for screen readers."""
        if not self.count:
            return _("Notifications")
        text = ngettext("Notifications: %(count)s new", "Notifications: %(count)s new", self.count)
        return text % {"count": self.count}


def bell_of(player: Player, page: str) -> Bell:
    """Return a player's bell; what leads to the page that they are on is seen.

    Costs a query, and more if something may be new.
    """
    if not Notice.objects.filter(player=player, shown=True, seen_at=None).exists():
        # As on most pages; what follows takes five times as long.
        return Bell()
    now = timezone.now()
    unseen = Notice.objects.unseen(player, now).with_cause().order_by("-pk")[: MOST + 1]
    new = []
    for notice in unseen:
        if notice.get_absolute_url() == page:
            notice.see(now)
        else:
            new.append(notice.pk)
    return Bell(len(new), new[0] if new else 0)


def news_of(player: Player, page: str, after: str) -> dict[str, Any]:
    """Return what the bell shows, and a sentence on the latest news that came after `after`."""
    bell, sentence = bell_of(player, page), ""
    if str(bell.latest) != after:
        latest = Notice.objects.listed(player, timezone.now()).filter(pk=bell.latest).first()
        sentence = "" if latest is None else said(latest)
    return {"count": bell.shown, "label": bell.label, "latest": bell.latest, "said": sentence}
