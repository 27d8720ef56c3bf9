"""An open room: the host changes what is raced while others come, go and get ready."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils import timezone

from games import racing
from games.models import Entry, Player
from games.models.database.instants import to_datetime
from games.models.races import identity
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.terms import NewTerms, change_terms
from games.models.races.transition import change_race
from games.models.races.unstarted import give_up_left
from tests.clocks import at
from tests.interleavings.people import absorb_guest, player, store_people
from tests.models.dailies import HOUR, prove
from tests.models.stored_races import NOW, RULES, join

Names = Mapping[str, Any]


def build() -> Names:
    people = store_people()
    for number in (1, 2, 3):
        prove(number)
    ranked = RaceOptions(kind=racing.Kind.RANKED)
    race = new_race(player(people, "gina"), RULES, at(NOW), ranked)
    join(race, player(people, "bob"))
    names = {**people, "code": race.code}
    say(names, "gina", True)
    # As if she had an account when she joined.
    race.entries.update(as_guest=False, seen_at=to_datetime(NOW - HOUR))
    return {**names, "entries": list(race.entries.values_list("pk", flat=True))}


def change(names: Names, change: racing.Change) -> list[int]:
    _, race = change_race(names["code"], change, at(NOW))
    return [seat.player for seat in race.seats]


def set_terms(options: RaceOptions) -> Any:
    def send(names: Names) -> str:
        # As a request knows her, even if she has since logged in to an account.
        wanted = NewTerms(Player(pk=names["gina"], guest=True), RULES, options)
        race = change_terms(names["code"], wanted, at(NOW))
        return f"{race.kind} {race.limit_s}"

    return send


def say(names: Names, name: str, ready: bool) -> list[int]:
    return change(names, lambda race, now: race.set_ready(names[name], ready, now))


def get_ready(names: Names) -> list[int]:
    return say(names, "bob", True)


def wait(names: Names) -> list[int]:
    return say(names, "gina", False)


def start(names: Names) -> list[int]:
    return change(names, lambda race, now: race.start(names["gina"], now))


def leave(names: Names) -> list[int]:
    return change(names, lambda race, now: race.leave(names["gina"], now))


def sit_down(names: Names) -> list[int]:
    dora = player(names, "dora")
    return change(names, lambda race, now: race.join(dora.pk, dora.name, False, now))


def see(names: Names) -> None:
    Entry.objects.mark_present(names["entries"], NOW + HOUR)


def give_up(names: Names) -> int:
    clock = at(NOW + HOUR)
    # A race that another process is changing is left to the next round.
    return give_up_left(clock) or give_up_left(clock)


def rename_guest(names: Names) -> None:
    identity.rename(player(names, "gina"), "Gina of the hill")


def erase(names: Names) -> None:
    identity.erase(player(names, "bob"), timezone.now())


OPERATIONS: Final = {
    "other deal": set_terms(RaceOptions(racing.Kind.RANKED, wished_difficulty="hard")),
    "other times": set_terms(RaceOptions(racing.Kind.RANKED, limit_s=1200)),
    "get ready": get_ready,
    "wait": wait,
    "start": start,
    "leave": leave,
    "sit down": sit_down,
    "see": see,
    "give up": give_up,
    "rename the guest": rename_guest,
    "erase": erase,
    "absorb": absorb_guest,
}
