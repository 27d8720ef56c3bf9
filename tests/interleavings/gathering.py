"""A quick race whose only player, a guest, has been away for long."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games import racing
from games.models import Entry, GhostRace, Race
from games.models.database.instants import to_datetime
from games.models.races.lobby import join_lobby
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.transition import change_race
from games.models.races.unstarted import give_up_left
from tests.clocks import at
from tests.interleavings.people import absorb_guest, player, store_people
from tests.models.dailies import GAME, HOUR, prove
from tests.models.stored_races import NOW

Names = Mapping[str, Any]


def build() -> Names:
    people = store_people()
    prove(1)
    prove(2)
    prove(3, secret=False)
    race = join_lobby(player(people, "gina"), GAME, at(NOW))
    entry = race.entries.get()
    Entry.objects.filter(pk=entry.pk).update(seen_at=to_datetime(NOW - HOUR))
    return {**people, "code": race.code, "entry": entry.pk}


def change(names: Names, change: Any) -> list[int]:
    _, race = change_race(names["code"], change, at(NOW))
    return [seat.player for seat in race.seats]


def quick(name: str) -> Any:
    def join(names: Names) -> str:
        return join_lobby(player(names, name), GAME, at(NOW)).kind

    return join


def join(names: Names) -> list[int]:
    dora = player(names, "dora")
    return change(names, lambda race, now: race.join(dora.pk, dora.name, False, now))


def leave(names: Names) -> list[int]:
    return change(names, lambda race, now: race.leave(names["gina"], now))


def give_up(names: Names) -> int:
    clock = at(NOW + HOUR)
    # A race that another process is changing is left to the next round.
    return give_up_left(clock) or give_up_left(clock)


def come_back(names: Names) -> None:
    Entry.objects.mark_present([names["entry"]], NOW + HOUR)


def open_ranked(names: Names) -> None:
    new_race(
        player(names, "bob"), f"{GAME}/standard", at(NOW), RaceOptions(kind=racing.Kind.RANKED)
    )


def race_ghost(names: Names) -> bool:
    waiting = Race.objects.find(names["code"])
    return GhostRace.objects.begin(waiting, player(names, "gina"), at(NOW)) is not None


OPERATIONS: Final = {
    "quick of charlie": quick("charlie"),
    "quick of dora": quick("dora"),
    "join": join,
    "leave": leave,
    "give up": give_up,
    "come back": come_back,
    "absorb": absorb_guest,
    "open ranked": open_ranked,
    "race ghost": race_ghost,
}
