"""Three finished ranked races: one booked, one booked with a voided run, one not booked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils import timezone

from games.background.analysis import analyse
from games.background.review import review
from games.models import Entry, Leaderboard, Player, Race, Ruling
from games.models.database.instants import to_datetime
from games.models.races import identity
from games.models.races.closing import close_race
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.rematch import open_rematch
from games.models.races.transition import change_race
from games.models.standings import booking
from games.models.standings.booking import book_race, rebuild
from games.models.standings.rating import recompute_ratings
from games.models.standings.ruling import Decision
from games.racing import Kind
from tests.clocks import at
from tests.interleavings.people import absorb_guest, player, store_people
from tests.models.dailies import GAME, prove
from tests.models.stored_races import END, NOW, RULES, act, join

Names = Mapping[str, Any]


def build() -> Names:
    people = store_people()
    old, doubtful, new = (
        _over(people, number, *order)
        for number, order in enumerate(
            (("bob", "charlie", "gina"), ("charlie", "bob", "gina"), ("gina", "bob", "charlie")), 1
        )
    )
    for race in (old, doubtful):
        book_race(Race.objects.get(pk=race.pk))
    won = doubtful.entries.get(player=people["charlie"])
    Ruling.objects.make(won, Decision.VOID, player(people, "dora"), "Too quick.", END)
    return {
        **people,
        "new": new.pk,
        "old winner": old.entries.get(player=people["bob"]).pk,
        "voided": won.pk,
        "new winner": new.entries.get(player=people["gina"]).pk,
        "new last": new.entries.get(player=people["charlie"]).pk,
        "all new": [entry.pk for entry in new.entries.order_by("pk")],
        "boards": list(Leaderboard.objects.order_by("pk").values_list("name", flat=True)),
    }


def _over(people: Mapping[str, int], number: int, *names: str) -> Race:
    """Store a finished race that these players won, in this order."""
    prove(number)
    players = [player(people, name) for name in names]
    race = new_race(players[0], RULES, at(NOW), RaceOptions(kind=Kind.RANKED))
    for each in players[1:]:
        join(race, each)
    host = players[0].pk
    race, _ = change_race(race.code, lambda r, now: r.start(host, now), at(NOW))
    for each in players:
        act(race, each, "deal")
    close_race(race, at(END))
    Race.objects.filter(pk=race.pk).update(closed_at=to_datetime(END + number))
    for place, each in enumerate(players, 1):
        time = 60_000 * place - number
        race.entries.filter(player=each).update(
            state="won", progress=52, time_ms=time, place=place, moves=1
        )
    return race


def book_closed(names: Names) -> None:
    booking.book_closed()


def rule(entry: str, decision: Decision) -> Any:
    def make(names: Names) -> None:
        found = Entry.objects.select_related("race").get(pk=names[entry])
        Ruling.objects.make(found, decision, player(names, "dora"), "Looked at.", END)

    return make


def rebuild_boards(names: Names) -> None:
    for board in names["boards"]:
        rebuild(board)


def rate(names: Names) -> None:
    recompute_ratings(GAME)


def rematch(name: str) -> Any:
    def ask(names: Names) -> int:
        again = open_rematch(Race.objects.get(pk=names["new"]), player(names, name), at(END + 1000))
        # Not the number of players: another may come before it is counted.
        return again.entries.get(player_id=names[name]).seat

    return ask


def review_run(names: Names) -> None:
    review(names["old winner"])


def see(names: Names) -> None:
    Entry.objects.mark_present(names["all new"], END)


def analyse_run(names: Names) -> bool:
    return analyse(names["new winner"])


def erase(names: Names) -> None:
    identity.erase(Player.objects.get(pk=names["bob"]), timezone.now())


OPERATIONS: Final = {
    "book closed": book_closed,
    "void the old": rule("old winner", Decision.VOID),
    "void the new": rule("new last", Decision.VOID),
    "restore": rule("voided", Decision.RESTORE),
    "rebuild boards": rebuild_boards,
    "recompute ratings": rate,
    "absorb": absorb_guest,
    "rematch": rematch("bob"),
    "rematch of the other": rematch("charlie"),
    "review": review_run,
    "see": see,
    "analyse": analyse_run,
    "erase": erase,
}
