"""Deals and their proofs, while races take some from the stock and put them back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.models import Daily, Deal, Proof
from games.models.deals.deal import KEY_BYTES
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.transition import change_race
from games.racing import Kind
from tests.clocks import at
from tests.interleavings.people import player, store_people
from tests.models.dailies import GAME, prove
from tests.models.stored_races import NOW, RULES

Names = Mapping[str, Any]


def key(number: int) -> bytes:
    return number.to_bytes(KEY_BYTES, "big")


def build() -> Names:
    people = store_people()
    prove(1)
    prove(2)
    room = new_race(player(people, "gina"), RULES, at(NOW), RaceOptions(kind=Kind.RANKED))
    Deal.objects.draw(key(3))
    return {**people, "code": room.code}


def find(*, secret: bool) -> Any:
    def store(names: Names) -> str:
        return Proof.objects.store(RULES, key(3), "winnable", 7, "t1t2", secret=secret).kind

    return store


def publish(names: Names) -> None:
    found = [
        Proof(deal=Deal.of(key(n)), rules=RULES, kind="winnable", states=7, line="t1t2")
        for n in (3, 4)
    ]
    Proof.objects.publish(found)


def draw(names: Names) -> None:
    Deal.objects.draw(key(4))


def give(names: Names) -> None:
    Deal.objects.from_cards(Deal.of(key(5)).cards)


def open_room(name: str) -> Any:
    def take(names: Names) -> None:
        new_race(player(names, name), RULES, at(NOW), RaceOptions(kind=Kind.RANKED))

    return take


def give_back(names: Names) -> None:
    gina = names["gina"]
    change_race(names["code"], lambda race, now: race.leave(gina, now), at(NOW))


def see_first(names: Names) -> bool:
    return Daily.objects.of_day(GAME, NOW) is not None


OPERATIONS: Final = {
    "find": find(secret=True),
    "find to publish": find(secret=False),
    "publish": publish,
    "draw": draw,
    "give": give,
    "open": open_room("alice"),
    "open too": open_room("bob"),
    "give back": give_back,
    "see first": see_first,
}
