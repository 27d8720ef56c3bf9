"""The database as the live race asks it: each door one hop to a thread, a few queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from channels.db import database_sync_to_async

from games import racing
from games.live.snapshots import Stored
from games.models import Action, Entry, Player, Race
from games.models.instants import to_datetime


@dataclass(frozen=True)
class LoadedRace:
    """A race as it is stored: the state machine, and what belongs to it beside that."""

    race: racing.Race
    stored: Stored


@database_sync_to_async
def load(code: str) -> LoadedRace | None:
    """The stored race of a code; None if there is none."""
    try:
        row = Race.objects.find(code)
    except Race.DoesNotExist:
        return None
    key = row.deal.key
    return LoadedRace(
        row.load(),
        Stored(
            version=row.version,
            commitment=row.deal.commitment,
            key=None if key is None else bytes(key).hex(),
            deal=row.deal.cards,
            entries=dict(row.entries.values_list("player", "pk")),
            next=row.next_code,
        ),
    )


@database_sync_to_async
def stored_actions(entry: int, after: int) -> list[tuple[str, int]]:
    """The texts and times of an entry's actions with higher numbers, in order."""
    later = Action.objects.filter(entry=entry, number__gt=after).order_by("number")
    return list(later.values_list("text", "ms"))


@database_sync_to_async
def transition(code: str, change: Callable[[racing.Race, int], racing.Race], now: int) -> None:
    """Change the stored race.

    :raises RefusedError: if the change is refused.
    """
    Race.objects.transition(code, lambda race: change(race, now))


@database_sync_to_async
def close(code: str, now: int) -> None:
    """Settle the stored race, if nobody has."""
    Race.objects.find(code).close(now)


@database_sync_to_async
def close_overdue(now: int) -> None:
    """Settle the races that all have left and nobody has closed."""
    Race.objects.close_overdue(now)


@database_sync_to_async
def rematch(code: str, player: int, now: int) -> None:
    """Open the rematch of a race, or take a seat in it.

    :raises RefusedError: if the race is not over, or the player was not in it.
    """
    if (person := Player.objects.filter(pk=player).first()) is None:
        raise racing.RefusedError("not-seated", "You had no seat in this race.")
    Race.objects.rematch(Race.objects.find(code), person, now)


@database_sync_to_async
def saw(entries: Collection[int], now: int) -> None:
    """Note that the players of these entries are here."""
    Entry.objects.saw(entries, now)


@database_sync_to_async
def away(codes: Collection[str], since: int) -> Mapping[str, AbstractSet[int]]:
    """The players of each of these races who have not been seen since an instant."""
    gone: dict[str, set[int]] = defaultdict(set)
    seats = Entry.objects.filter(race__code__in=codes).exclude(seen_at__gte=to_datetime(since))
    for code, player in seats.values_list("race__code", "player"):
        gone[code].add(player)
    return gone
