"""A race that counts down for its only player: the last to leave, or the first to play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games import racing
from games.models import Entry, Race, Ruling
from games.models.play.assisting import mark_assisted
from games.models.races.closing import close_race
from games.models.races.lobby import join_lobby
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.transition import change_race
from games.models.standings.ruling import Decision
from tests.clocks import at
from tests.interleavings.people import absorb_guest, player, store_people
from tests.models.dailies import GAME
from tests.models.stored_races import END, NOW, RULES, ZERO

Names = Mapping[str, Any]


def build() -> Names:
    people = store_people()
    race = new_race(player(people, "gina"), RULES, at(NOW), RaceOptions(helped=True))
    change({"code": race.code}, lambda race, now: race.start(people["gina"], now))
    Race.objects.filter(pk=race.pk).update(lobby=GAME)
    # As if she had an account when she joined.
    race.entries.update(as_guest=False)
    return {**people, "code": race.code, "entry": race.entries.get().pk}


def change(names: Names, change: racing.Change) -> list[int]:
    _, race = change_race(names["code"], change, at(NOW))
    return [seat.player for seat in race.seats]


def leave(names: Names) -> list[int]:
    return change(names, lambda race, now: race.leave(names["gina"], now))


def sit_down(names: Names) -> list[int]:
    bob = player(names, "bob")
    return change(names, lambda race, now: race.join(bob.pk, bob.name, False, now))


def close(names: Names) -> bool:
    # This deals the cards too, as no one has yet.
    return close_race(Race.objects.find(names["code"]), at(END))


def hint(names: Names) -> None:
    mark_assisted(names["entry"], NOW)


def void(names: Names) -> None:
    if (entry := Entry.objects.filter(pk=names["entry"]).first()) is None:
        raise Race.DoesNotExist
    Ruling.objects.make(entry, Decision.VOID, player(names, "dora"), "Looked at.", END)


def quick_too_late(names: Names) -> str:
    return join_lobby(player(names, "dora"), GAME, at(ZERO)).kind


OPERATIONS: Final = {
    "leave": leave,
    "sit down": sit_down,
    "close": close,
    "hint": hint,
    "void": void,
    "quick too late": quick_too_late,
    "absorb": absorb_guest,
}
