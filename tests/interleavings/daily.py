"""A daily challenge with three attempts: a guest's running, one open, one over and not booked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction

from games.models import Daily, Race
from games.models.database.holding import held
from games.models.races.closing import close_race
from games.models.races.transition import change_race
from games.models.standings import booking
from tests.clocks import at
from tests.interleavings.people import absorb_guest, player, store_people
from tests.models.dailies import HOUR, begin, prove
from tests.models.dailies import daily as make_daily
from tests.models.stored_races import NOW, act

Names = Mapping[str, Any]

OTHER: Final = "applegate"


def build() -> Names:
    people = store_people()
    daily = make_daily()
    prove(7, OTHER)
    prove(8, OTHER)
    running = begin(daily, player(people, "gina"))
    waiting = daily.attempt(player(people, "charlie"), at(NOW))
    over = begin(daily, player(people, "bob"))
    act(over.race, player(people, "bob"), "deal", "end")
    close_race(over.race, at(NOW + HOUR))
    return {
        **people,
        "daily": daily.pk,
        "running": running.race.code,
        "waiting": waiting.race.code,
        "over": over.race.pk,
    }


def see_first(names: Names) -> bool:
    return Daily.objects.of_day(OTHER, NOW) is not None


def attempt(name: str) -> Any:
    def begin_attempt(names: Names) -> bool:
        return Daily.objects.get(pk=names["daily"]).attempt(player(names, name), at(NOW)).ranked

    return begin_attempt


def start(names: Names) -> bool:
    charlie = names["charlie"]
    found, _ = change_race(
        names["waiting"], lambda race, now: race.set_ready(charlie, True, now), at(NOW)
    )
    return found.starts_at is not None


def deal_out(names: Names) -> list[str]:
    codes = [names["running"], names["waiting"]]
    dealt = set(Race.objects.deal_out(codes, at(NOW + 5000)))
    # Dealing skips locked rows, so wait for them and try again.
    with transaction.atomic():
        list(held(Race.objects.filter(code__in=codes)))
    return sorted(dealt | set(Race.objects.deal_out(codes, at(NOW + 5000))))


def close(names: Names) -> bool:
    return close_race(Race.objects.find(names["running"]), at(NOW + 2 * HOUR))


def book_closed(names: Names) -> None:
    booking.book_closed()


OPERATIONS: Final = {
    "see first": see_first,
    "attempt": attempt("alice"),
    "attempt of the guest": attempt("gina"),
    "start": start,
    "deal out": deal_out,
    "close": close,
    "book closed": book_closed,
    "absorb": absorb_guest,
}
