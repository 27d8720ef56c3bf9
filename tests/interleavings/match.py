"""Two matches: in one the next race waits for its players, in the other none is open yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games import racing
from games.models import Match, Player, Race
from games.models.races.closing import close_race
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.rematch import open_rematch
from games.models.races.stopping import stop_match
from games.models.races.terms import NewTerms, change_terms
from games.models.races.transition import change_race
from tests.clocks import at
from tests.interleavings.people import absorb_guest, player, store_people
from tests.models.dailies import prove
from tests.models.stored_races import END, NOW, RULES, act, join

Names = Mapping[str, Any]

LATER: Final = END + 1000


def build() -> Names:
    people = store_people()
    for number in range(1, 7):
        prove(number)
    waiting = _over(people, "charlie", "bob", "gina")
    resting = _over(people, "charlie", "gina", "bob")
    room = open_rematch(waiting, player(people, "bob"), at(LATER))
    first = new_race(player(people, "dora"), RULES, at(LATER), goal=racing.Goal(2))
    return {
        **people,
        "waiting": waiting.pk,
        "resting": resting.pk,
        "room": room.code,
        "first": first.code,
    }


def _over(people: Mapping[str, int], *names: str) -> Race:
    """Store a finished first race of a match; its players came in in this order."""
    players = [player(people, name) for name in names]
    race = new_race(players[0], RULES, at(NOW), goal=racing.OPEN_SERIES)
    for each in players[1:]:
        join(race, each)
    host = players[0].pk
    race, _ = change_race(race.code, lambda r, now: r.start(host, now), at(NOW))
    for each in players:
        act(race, each, "deal")
    close_race(race, at(END))
    for place, each in enumerate(players, 1):
        race.entries.filter(player=each).update(place=place)
    return race


def follow(race: str, name: str, *, ready: bool = True) -> Any:
    def ask(names: Names) -> None:
        of = Race.objects.get(pk=names[race])
        # Nothing of the race: the match may be stopped, or another may come, before it is read.
        open_rematch(of, player(names, name), at(LATER), ready=ready)

    return ask


def stop(race: str, name: str) -> Any:
    def ask(names: Names) -> None:
        stop_match(Match.objects.get(races__race=names[race]), player(names, name), at(LATER))

    return ask


def leave(names: Names) -> list[int]:
    bob = names["bob"]
    _, race = change_race(names["room"], lambda race, now: race.leave(bob, now), at(LATER))
    return [seat.player for seat in race.seats]


def change_next(names: Names) -> str:
    wanted = NewTerms(Player(pk=names["bob"]), RULES, RaceOptions(limit_s=1200))
    return str(change_terms(names["room"], wanted, at(LATER)).limit_s)


def set_goal(goal: racing.Goal | None) -> Any:
    def ask(names: Names) -> None:
        wanted = NewTerms(Player(pk=names["dora"]), RULES, RaceOptions(), goal)
        change_terms(names["first"], wanted, at(LATER))

    return ask


def leave_first(names: Names) -> None:
    dora = names["dora"]
    change_race(names["first"], lambda race, now: race.leave(dora, now), at(LATER))


OPERATIONS: Final = {
    "come": follow("waiting", "charlie"),
    "come to choose": follow("waiting", "gina", ready=False),
    "leave": leave,
    "change the next": change_next,
    "stop": stop("waiting", "charlie"),
    "stop too": stop("waiting", "bob"),
    "next": follow("resting", "bob"),
    "next of the other": follow("resting", "charlie"),
    "stop before the next": stop("resting", "charlie"),
    "play to five": set_goal(racing.Goal(5)),
    "race once": set_goal(None),
    "leave the first": leave_first,
    "absorb": absorb_guest,
}
