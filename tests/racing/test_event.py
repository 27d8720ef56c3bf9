"""Events: the points of their rounds, the standings, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.racing import (
    MAX_SEATS,
    Arrival,
    Decision,
    Event,
    EventRound,
    Kind,
    Race,
    RefusedError,
    Run,
    RunState,
    seating,
)
from games.racing.event import POINTS, places, points
from tests.racing.rooms import ALICE, BOB, CHARLIE, NOW, room

MINUTE = 60_000
ROUND = EventRound("freecell/standard", "easy", 10 * MINUTE)
EVENT = Event(NOW, 2 * MINUTE, (ROUND,) * 4)

Arrivals = tuple[Arrival, ...]


def came(*players: int) -> Arrivals:
    """Return the runs of players who came in in this order."""
    return tuple(Arrival(player, key) for key, player in enumerate(players))


def with_results(*results: Arrivals) -> Event:
    return replace(EVENT, results=tuple(enumerate(results)))


def test_rounds_follow_each_other_with_breaks() -> None:
    rounds = (ROUND, replace(ROUND, limit=20 * MINUTE), ROUND)
    event = Event(NOW, 2 * MINUTE, rounds)
    assert event.starts == (NOW, NOW + 12 * MINUTE, NOW + 34 * MINUTE)


def test_the_first_ten_places_have_points() -> None:
    won = points(came(*range(12)))
    assert [won[player] for player in range(12)] == [25, 18, 15, 12, 10, 8, 6, 4, 2, 1, 0, 0]


def test_shared_places_share_the_sum_exactly() -> None:
    arrivals = (*(Arrival(player, 7) for player in range(3)), Arrival(9, 8))
    assert points(arrivals) == {0: Fraction(58, 3), 1: Fraction(58, 3), 2: Fraction(58, 3), 9: 12}


def test_no_shows_stand_last_without_a_round() -> None:
    arrivals = (Arrival(ALICE, None), Arrival(BOB, 5))
    assert places(arrivals) == {BOB: 1}
    assert points(arrivals) == {BOB: 25}
    found = with_results(arrivals, came(CHARLIE, BOB)).standings()
    assert [(one.place, one.player, one.places) for one in found] == [
        (1, BOB, (1, 2)),
        (2, CHARLIE, (1,)),
        (None, ALICE, ()),
    ]


def test_equal_points_are_told_apart_by_the_best_places() -> None:
    # 25 + 10 + 0 against 18 + 15 + 2: as many points, but one has been first.
    first = came(ALICE, BOB, *range(20))
    second = came(1, 2, BOB, 3, ALICE, *range(4, 20))
    third = came(*range(8), BOB, *range(10, 20), ALICE)
    found = with_results(first, second, third).standings()
    places_of = {one.player: one for one in found}
    assert places_of[ALICE].points == places_of[BOB].points == 35
    order = [one.player for one in found]
    assert order.index(ALICE) < order.index(BOB)
    assert places_of[ALICE].places[:2] == (1, 5)


def test_equals_share_a_place() -> None:
    found = with_results(came(ALICE, BOB, CHARLIE), came(BOB, ALICE, CHARLIE)).standings()
    assert [(one.place, one.player) for one in found] == [(1, ALICE), (1, BOB), (3, CHARLIE)]


def test_who_raced_on_without_points_is_before_who_did_not() -> None:
    strangers = range(20, 30)
    found = with_results(came(*strangers, ALICE), came(*strangers, BOB), came(*strangers, 7, BOB))
    order = [one.player for one in found.standings()]
    assert order.index(BOB) < order.index(ALICE)


@pytest.mark.parametrize(
    "wrong",
    [
        {"rounds": (ROUND,) * 2},
        {"rounds": (ROUND,) * 16},
        {"pause": 0},
        {"results": ((4, ()),)},
        {"results": ((1, ()), (0, ()))},
    ],
)
def test_there_are_no_other_events(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"no (event|break)"):
        replace(EVENT, **wrong)


def test_a_round_lasts_as_long_as_a_race() -> None:
    with pytest.raises(ValueError, match="no round"):
        EventRound("freecell/standard", "", MINUTE)


# Rounds by chance: few different keys, so that many places are shared.


@st.composite
def rounds(draw: Any) -> Arrivals:
    players = draw(st.lists(st.integers(1, 60), unique=True, max_size=25))
    keys = st.none() | st.integers(0, 8)
    return tuple(Arrival(player, draw(keys)) for player in players)


def independent_points(arrivals: Arrivals) -> dict[int, Fraction]:
    """Compute the points of a round by counting who is ahead and who is level."""
    table = [25, 18, 15, 12, 10, 8, 6, 4, 2, 1] + [0] * len(arrivals)
    found = {}
    for one in arrivals:
        if one.rank_key is None:
            continue
        others = [other.rank_key for other in arrivals if other.rank_key is not None]
        ahead = len([key for key in others if key < one.rank_key])
        level = len([key for key in others if key == one.rank_key])
        shared = [table[ahead + extra] for extra in range(level)]
        found[one.player] = Fraction(sum(shared)) / level
    return found


@given(rounds())
def test_the_points_of_a_round_are_those_of_its_places(arrivals: Arrivals) -> None:
    assert points(arrivals) == independent_points(arrivals)
    ranked = sum(one.rank_key is not None for one in arrivals)
    assert sum(points(arrivals).values()) == sum(POINTS[:ranked])


@given(st.lists(rounds(), max_size=4), st.randoms(use_true_random=False))
def test_the_order_of_arrival_does_not_matter(results: list[Arrivals], chance: Any) -> None:
    event = with_results(*results)
    shuffled = [list(one) for one in results]
    for one in shuffled:
        chance.shuffle(one)
    assert with_results(*map(tuple, shuffled)).standings() == event.standings()


@given(st.lists(rounds(), max_size=4))
def test_standings_are_those_of_an_independent_computation(results: list[Arrivals]) -> None:
    total: dict[int, Fraction] = {}
    for result in results:
        won = independent_points(result)
        for seated in result:
            total[seated.player] = total.get(seated.player, 0) + won.get(seated.player, Fraction(0))
    found = with_results(*results).standings()
    assert {one.player: one.points for one in found} == total
    for one in found:
        ahead = sum(is_ahead(other.points, other.places, one.points, one.places) for other in found)
        assert one.place == (1 + ahead if one.places else None)


def is_ahead(
    points_: Fraction, places_: Sequence[int], of: Fraction, of_places: Sequence[int]
) -> bool:
    if points_ != of:
        return points_ > of
    for place in range(1, 61):
        if places_.count(place) != of_places.count(place):
            return places_.count(place) > of_places.count(place)
    return False


@given(st.sets(st.integers(1, 5000), max_size=120), st.binary(min_size=16, max_size=16))
def test_tables_are_few_and_even(players: set[int], chance: bytes) -> None:
    tables = seating(players, chance)
    assert sorted(player for table in tables for player in table) == sorted(players)
    sizes = [len(table) for table in tables]
    assert len(tables) == -(-len(players) // MAX_SEATS)
    assert not sizes or (max(sizes) <= MAX_SEATS and max(sizes) - min(sizes) <= 1)
    assert seating(sorted(players, reverse=True), chance) == tables


def test_chance_seats_differently() -> None:
    assert seating(range(40), b"a" * 16) != seating(range(40), b"b" * 16)


# A table before its start.


def table() -> Race:
    seated = room(ALICE, BOB)
    return replace(seated, kind=Kind.EVENT, host=None, starts_at=NOW + 20_000)


def test_nobody_else_sits_down_at_a_table() -> None:
    with pytest.raises(RefusedError, match="full"):
        table().join(CHARLIE, "Charlie", False, NOW)
    # Nor does a seat become free.
    assert table().leave(BOB, NOW) == table()


def test_no_one_moves_the_start_of_a_table() -> None:
    race = table()
    for player in (ALICE, BOB):
        race = race.set_ready(player, True, NOW)
    assert race.starts_at == NOW + 20_000
    assert race.set_ready(BOB, False, NOW).starts_at == NOW + 20_000
    with pytest.raises(RefusedError, match="not-host"):
        race.start(ALICE, NOW)


def test_no_one_wins_a_table_without_a_move_even_if_the_others_left() -> None:
    seated = table()
    left, stayed = (seat.player for seat in seated.seats[:2])
    runs = {
        left: Run(RunState.FORFEIT, moves=9, last_at=1),
        stayed: Run(RunState.ENDED, last_at=2),
    }
    ended = replace(seated, seats=seated.seats[:2]).with_runs(runs)
    assert ended.decision() is Decision.NOBODY
    assert replace(ended, kind=Kind.CASUAL).decision() is Decision.LEFT
