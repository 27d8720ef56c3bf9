"""A race that counts down; operations before, at and after its start have clocks of their own.

So no operation waits for a time: any of them may be the first to find the race as stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from games import racing
from games.live.journal import Group, JournalLine, write
from games.models import Entry, Race
from games.models.database.holding import held
from games.models.play.assisting import mark_assisted
from games.models.races import identity
from games.models.races.closing import close_race
from games.models.races.lobby import join_lobby
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.transition import change_race
from tests.clocks import at
from tests.interleavings.people import absorb_guest, player, store_people
from tests.models.dailies import GAME
from tests.models.stored_races import END, NOW, RULES, ZERO, join

Names = Mapping[str, Any]


def build() -> Names:
    people = store_people()
    race = new_race(player(people, "gina"), RULES, at(NOW), RaceOptions(helped=True))
    join(race, player(people, "bob"))
    change({"code": race.code}, lambda race, now: race.start(people["gina"], now))
    Race.objects.filter(pk=race.pk).update(lobby=GAME)
    # Bob joined as a guest and has an account by the time the cards are dealt.
    race.entries.filter(player=people["bob"]).update(as_guest=True)
    entries = {f"{each.player_id}": each.pk for each in race.entries.all()}
    return {
        **people,
        "code": race.code,
        "gina's": entries[f"{people['gina']}"],
        "bob's": entries[f"{people['bob']}"],
    }


def change(names: Names, change: racing.Change) -> list[int]:
    _, race = change_race(names["code"], change, at(NOW))
    return [seat.player for seat in race.seats]


def sit_down(names: Names) -> list[int]:
    charlie = player(names, "charlie")
    return change(names, lambda race, now: race.join(charlie.pk, charlie.name, False, now))


def leave(names: Names) -> list[int]:
    return change(names, lambda race, now: race.leave(names["bob"], now))


def stop(names: Names) -> list[int]:
    return change(names, lambda race, now: race.set_ready(names["bob"], False, now))


def get_ready(names: Names) -> list[int]:
    return change(names, lambda race, now: race.set_ready(names["gina"], True, now))


def deal_out(names: Names) -> dict[str, bool]:
    dealt = Race.objects.deal_out([names["code"]], at(ZERO))
    if not dealt:
        # Dealing skips a locked row, so wait for it and try again.
        with transaction.atomic():
            held(Race.objects.filter(code=names["code"])).first()
        dealt = Race.objects.deal_out([names["code"]], at(ZERO))
    return {code: found.played for code, found in dealt.items()}


def close(names: Names) -> bool:
    return close_race(Race.objects.find(names["code"]), at(END))


def quick_too_late(names: Names) -> str:
    return join_lobby(player(names, "dora"), GAME, at(ZERO)).kind


def see(names: Names) -> None:
    Entry.objects.mark_present([names["bob's"], names["gina's"]], ZERO)


def hint(names: Names) -> None:
    mark_assisted(names["gina's"], ZERO + 1000)


def act(names: Names) -> str:
    return stored(JournalLine(names["gina's"], 1, 1000, "deal"))


def act_together(names: Names) -> str:
    return stored(
        JournalLine(names["bob's"], 1, 1000, "deal"), JournalLine(names["gina's"], 1, 1000, "deal")
    )


def stored(*lines: JournalLine) -> str:
    return str([type(error).__name__ for error in write([Group(lines, lambda error: None)])])


def rename_guest(names: Names) -> None:
    identity.rename(player(names, "gina"), "Gina of the hill")


def rename_account(names: Names) -> None:
    identity.rename(player(names, "bob"), "Robert")


def erase(names: Names) -> None:
    identity.erase(player(names, "bob"), timezone.now())


OPERATIONS: Final = {
    "sit down": sit_down,
    "leave": leave,
    "stop": stop,
    "get ready": get_ready,
    "deal out": deal_out,
    "close": close,
    "quick too late": quick_too_late,
    "see": see,
    "hint": hint,
    "act": act,
    "act together": act_together,
    "absorb": absorb_guest,
    "rename guest": rename_guest,
    "rename account": rename_account,
    "erase": erase,
}
