"""An event whose first round is about to be seated, while players come and go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from games import racing
from games.models import Event
from games.models.database.instants import to_datetime
from games.models.play.event_removal import remove_player
from games.models.races.event_plan import call_off, change_event, plan_event, reserve_deals
from games.models.races.event_players import join_event, leave_event
from games.models.races.event_seating import seat_rounds
from games.models.races.identity import erase
from tests.clocks import at
from tests.interleavings.people import absorb_guest, player, store_people
from tests.models import events
from tests.models.events import MINUTE, RULES, START, terms
from tests.models.stored_races import NOW

Names = Mapping[str, Any]

DUE: Final = START - racing.SEATED
OTHER: Final = racing.RoundTerms(RULES, "easy", 5 * MINUTE)


def build() -> Names:
    people = store_people()
    events.stock(7)
    event = plan_event(player(people, "alice"), terms(), at(NOW))
    for name in ("bob", "gina"):
        join_event(event, player(people, name), at(NOW))
    # A deal is missing, and others are in stock.
    event.rounds.filter(number=3).update(deal=None)
    return {**people, "event": event.pk}


def _event(names: Names) -> Event:
    return Event.objects.get(pk=names["event"])


def join(name: str) -> Any:
    return lambda names: join_event(_event(names), player(names, name), at(DUE))


def leave(names: Names) -> None:
    leave_event(_event(names), player(names, "bob"), at(DUE))


def remove(names: Names) -> None:
    who = player(names, "bob").pk
    remove_player(_event(names), player(names, "alice"), who, at(DUE))


def change(names: Names) -> int:
    wanted = replace(terms(), rounds=(*terms().rounds[:2], OTHER))
    return change_event(_event(names), player(names, "alice"), wanted, at(DUE - 1)).break_s


def plan_another(names: Names) -> int:
    return plan_event(player(names, "dora"), terms(), at(DUE - MINUTE)).break_s


def call_it_off(names: Names) -> str:
    return call_off(_event(names), player(names, "alice"), at(DUE)).state(DUE)


def seat(late: int) -> Any:
    def make_tables(names: Names) -> None:
        seat_rounds(at(DUE + late))

    return make_tables


def delete_account(names: Names) -> None:
    erase(player(names, "alice"), to_datetime(DUE))


OPERATIONS: Final = {
    "join": join("charlie"),
    "join too": join("dora"),
    "leave": leave,
    "remove": remove,
    "come back": join("bob"),
    "change": change,
    "call off": call_it_off,
    "plan another": plan_another,
    "seat": seat(0),
    "seat late": seat(racing.SEATED),
    "reserve": lambda names: len(reserve_deals(DUE)),
    "delete the organiser": delete_account,
    "absorb": absorb_guest,
}
