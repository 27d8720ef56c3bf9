"""How the players whom a visitor follows fared in challenges."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import F

from games.models import Entry, Follow, Player
from games.pages.deals.counting import progress_text
from games.pages.site.times import time_text
from games.racing import RunState


@dataclass(frozen=True)
class FriendResult:
    """What a friend's attempt came to."""

    name: str
    result: str


def friends_results(
    trials: Collection[int], player: Player | None
) -> Mapping[int, list[FriendResult]]:
    """Return what the attempts of friends came to, by trial, the best first.

    Whether the visitor may see the results of a trial, the caller asks.
    """
    if player is None or player.guest or not trials:
        return {}
    friends = Follow.objects.filter(follower=player).values("followed")
    runs = Entry.objects.counted().tried().exclude(state=RunState.FORFEIT)
    ended = runs.filter(
        player__in=friends, race__attempt__trial__in=trials, race__closed_at__isnull=False
    )
    found = defaultdict[int, list[FriendResult]](list)
    for entry in ended.select_related("player", "race__attempt").order_by(
        F("time_ms").asc(nulls_last=True), "-progress", "moves", "pk"
    ):
        result = (
            progress_text(entry.progress, entry.race.rules)
            if entry.time_ms is None
            else time_text(entry.time_ms)
        )
        found[entry.race.attempt.trial_id].append(FriendResult(entry.name, result))
    return found
