"""A call to a race that waits for the player: a rematch of their last one, or a challenge."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Final

from django.urls import ResolverMatch

from games.models import Notice, NoticeKind, Player
from games.models.database.instants import to_datetime
from games.racing import Kind

LISTING: Final = ("home", "friends", "race")
"""The pages that show challenges themselves."""

AFTER: Final = timedelta(minutes=5)
"""How long after a race a page looks often whether its rivals want another."""

OFTEN: Final = 8_000
"""How soon it looks again, in milliseconds: once two are there, a rematch waits for 20 s."""


def call_to(
    player: Player, shown: ResolverMatch | None, closed: Collection[str], instant: int
) -> Notice | None:
    """Return the latest call to a race, except to those whose line the player has closed.

    A page that shows such calls itself leaves them to it.
    """
    # Every page asks, and nearly always nobody is called: the whole question takes eight joins.
    if not Notice.objects.inviting(player, to_datetime(instant)).exists():
        return None
    calls = Notice.objects.calls(player, to_datetime(instant)).exclude(race__code__in=closed)
    if shown is not None and shown.url_name == "race":
        here = shown.kwargs["code"].upper()
        calls = calls.exclude(race__code=here).exclude(race__rematch_of__code=here)
    if shown is not None and shown.url_name in LISTING:
        calls = calls.exclude(kind=NoticeKind.CHALLENGED)
    return calls.first()


def may_be_called(player: Player, shown: ResolverMatch | None, instant: int) -> bool:
    """Tell whether a player has just raced others, and is no longer on the page of that race."""
    last = player.entries.order_by("-pk").values_list("race__code", "race__kind", "race__closed_at")
    for code, kind, closed_at in last[:1]:
        if closed_at is None or closed_at < to_datetime(instant) - AFTER:
            return False
        is_here = shown is not None and code == str(shown.kwargs.get("code", "")).upper()
        return not is_here and kind in (Kind.CASUAL, Kind.RANKED)
    return False
