"""An any-time race with one seat left, which several want."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.models import AnytimeRace
from games.racing import AnytimeTerms
from tests.clocks import at
from tests.interleavings.people import absorb_guest, player, store_people
from tests.models.anytime_races import RULES
from tests.models.anytime_races import anytime as make_anytime
from tests.models.dailies import HOUR, begin, prove
from tests.models.stored_races import NOW

Names = Mapping[str, Any]


def build() -> Names:
    people = store_people()
    race = make_anytime(player(people, "gina"), 2)
    prove(7)
    begin(race.trial, player(people, "bob"))
    return {**people, "anytime": race.pk}


def take_seat(name: str) -> Any:
    def take(names: Names) -> bool:
        race = AnytimeRace.objects.get(pk=names["anytime"])
        return race.trial.attempt(player(names, name), at(NOW)).ranked

    return take


def open_another(names: Names) -> int | None:
    terms = AnytimeTerms(RULES, 2, HOUR)
    return AnytimeRace.objects.open_for(player(names, "dora"), terms, at(NOW)).trial.seats


OPERATIONS: Final = {
    "take the last seat": take_seat("alice"),
    "take it too": take_seat("charlie"),
    "take it as a guest": take_seat("gina"),
    "open another": open_another,
    "absorb": absorb_guest,
}
