"""The score of a match."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.racing import (
    MAX_SEATS,
    OPEN_SERIES,
    TARGETS,
    WAIT,
    WIN,
    Goal,
    Match,
    MatchSeats,
    Placed,
    Race,
    RaceState,
    RefusedError,
    Terms,
    may_set_terms,
    set_terms,
)
from games.racing.match import points, wins
from tests.racing.rooms import ALICE, BOB, CHARLIE, NOW, room

Result = tuple[Placed, ...]


def race(*players: int) -> Result:
    """Return the places of players who came in in this order."""
    return tuple(Placed(player, place) for place, player in enumerate(players, 1))


def tie(*players: int) -> Result:
    return tuple(Placed(player, 1) for player in players)


def match(goal: Goal, *races: Result) -> Match:
    return Match(goal, races)


def test_between_two_a_race_won_is_a_point() -> None:
    played = match(OPEN_SERIES, race(ALICE, BOB), race(ALICE, BOB), race(BOB, ALICE))
    assert played.points == {ALICE: 2 * WIN, BOB: WIN}


def test_a_tie_without_a_move_scores_nothing() -> None:
    idle = [Placed(player, 2, is_idle=True) for player in (BOB, CHARLIE)]
    played = match(OPEN_SERIES, (Placed(ALICE, 1), *idle))
    assert played.points == {ALICE: 2 * WIN, BOB: 0, CHARLIE: 0}
    assert played.wins == {ALICE: WIN, BOB: 0, CHARLIE: 0}
    assert played.choosers == {BOB, CHARLIE}
    first = tuple(Placed(player, 1, is_idle=True) for player in (BOB, CHARLIE))
    left = match(OPEN_SERIES, (*first, Placed(ALICE, 3)))
    assert left.points == {BOB: WIN, CHARLIE: WIN, ALICE: 0}
    assert left.wins == {BOB: 0, CHARLIE: 0, ALICE: 0}


def test_who_stays_without_a_move_wins_against_who_leaves() -> None:
    played = match(OPEN_SERIES, (Placed(ALICE, 1, is_idle=True), Placed(BOB, 2)))
    assert played.points == played.wins == {ALICE: WIN, BOB: 0}


def test_a_race_in_which_no_one_moved_decides_nothing() -> None:
    nothing = tuple(Placed(player, None, is_idle=True) for player in (ALICE, BOB))
    played = match(OPEN_SERIES, race(ALICE, BOB), nothing)
    assert played.points == {ALICE: WIN, BOB: 0}
    assert played.choosers == {BOB}


def test_among_more_each_player_behind_is_a_point() -> None:
    assert match(OPEN_SERIES, race(BOB, ALICE, CHARLIE)).points == {
        BOB: 2 * WIN,
        ALICE: WIN,
        CHARLIE: 0,
    }


def test_a_tie_is_half_a_point_each() -> None:
    played = match(OPEN_SERIES, tie(ALICE, BOB))
    assert played.points == played.wins == {ALICE: WIN // 2, BOB: WIN // 2}


def test_a_missed_race_scores_nothing_and_helps_no_one() -> None:
    missed = (Placed(ALICE, 1), Placed(BOB, 2), Placed(CHARLIE, None))
    played = match(OPEN_SERIES, missed)
    assert played.points == {ALICE: WIN, BOB: 0, CHARLIE: 0}
    assert played.players == (ALICE, BOB, CHARLIE)


def test_no_one_wins_alone() -> None:
    played = match(Goal(2), (Placed(ALICE, 1), Placed(BOB, None)))
    assert (played.wins, played.points) == ({ALICE: 0, BOB: 0}, {ALICE: 0, BOB: 0})


@pytest.mark.parametrize("target", TARGETS)
def test_the_first_to_the_target_wins(target: int) -> None:
    before = match(Goal(target), *[race(ALICE, BOB)] * (target - 1), race(BOB, ALICE))
    assert before.winner is None
    assert not before.is_over
    after = replace(before, races=(*before.races, race(ALICE, BOB)))
    assert after.winner == ALICE
    assert after.is_over


def test_the_winner_of_two_may_have_to_be_two_ahead() -> None:
    close = match(Goal(2, True), race(ALICE, BOB), race(BOB, ALICE), race(ALICE, BOB))
    assert close.winner is None
    assert replace(close, races=(*close.races, race(ALICE, BOB))).winner == ALICE


def test_among_three_two_ahead_means_nothing() -> None:
    played = match(
        Goal(2, True),
        *(race(ALICE, BOB, CHARLIE), race(BOB, ALICE, CHARLIE), race(ALICE, BOB, CHARLIE)),
    )
    assert played.winner == ALICE


def test_two_who_reach_the_target_together_go_on() -> None:
    level = match(Goal(2), *[tie(ALICE, BOB)] * 4)
    assert level.winner is None
    assert replace(level, races=(*level.races, race(BOB, ALICE))).winner == BOB


def test_an_open_series_ends_only_when_it_is_stopped() -> None:
    long = match(OPEN_SERIES, *[race(ALICE, BOB)] * 20)
    assert not long.is_over
    assert replace(long, stopped=True).is_over


def test_the_last_of_the_latest_race_may_choose() -> None:
    played = match(OPEN_SERIES, race(ALICE, BOB, CHARLIE), race(CHARLIE, ALICE, BOB))
    assert played.choosers == {BOB}
    assert match(OPEN_SERIES, tie(ALICE, BOB)).choosers == {ALICE, BOB}
    assert match(OPEN_SERIES).choosers == frozenset()


@pytest.mark.parametrize("goal", [(1, False), (4, False), (None, True)])
def test_there_are_no_other_goals(goal: tuple[int | None, bool]) -> None:
    with pytest.raises(ValueError, match="no match"):
        Goal(*goal)


@st.composite
def results(draw: Any) -> Result:
    """Draw the places of a race as `standings` gives them: equals share one, the next is later."""
    order = draw(st.permutations(range(draw(st.integers(1, MAX_SEATS)))))
    placed: list[Placed] = []
    for number, player in enumerate(order, 1):
        shares = placed and draw(st.booleans())
        placed.append(Placed(player, placed[-1].place if shares else number))
    missing = draw(st.integers(0, MAX_SEATS - len(order)))
    return (*placed, *(Placed(100 + absent, None) for absent in range(missing)))


@given(results())
def test_the_points_of_a_race_sum_up(result: Result) -> None:
    seated = sum(one.place is not None for one in result)
    assert sum(points(result).values()) == WIN * seated * (seated - 1) // 2
    assert all(0 <= half <= WIN * (seated - 1) for half in points(result).values())


@given(results(), st.randoms(use_true_random=False))
def test_the_order_in_which_places_are_read_does_not_matter(result: Result, chance: object) -> None:
    shuffled = list(result)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert points(tuple(shuffled)) == points(result)
    assert wins(tuple(shuffled)) == wins(result)


@given(st.lists(results(), max_size=6), st.sampled_from((None, *TARGETS)))
def test_the_score_is_the_sum_of_its_races(races: list[Result], target: int | None) -> None:
    played = match(Goal(target), *races)
    for player in played.players:
        assert played.points[player] == sum(points(one).get(player, 0) for one in races)
    assert [played.until(n).races for n in range(len(races) + 1)] == [
        played.races[:n] for n in range(len(races) + 1)
    ]
    turned = match(Goal(target), *reversed(races))
    assert (turned.points, turned.wins, turned.winner) == (
        *(played.points, played.wins, played.winner),
    )


# The next race of a match, until its start.


def next_room(*players: int, choosers: frozenset[int] = frozenset({BOB})) -> Race:
    """Return the next race of a match of Alice, Bob and Charlie, with some of them here."""
    everyone = frozenset({ALICE, BOB, CHARLIE})
    seats = MatchSeats(everyone, choosers)
    return come(replace(room(), host=None, match=seats), *players)


def come(race: Race, *players: int, now: int = NOW) -> Race:
    for player in players:
        race = race.join(player, f"player {player}", False, now).set_ready(player, True, now)
    return race


def test_players_keep_their_seats_whoever_comes_first() -> None:
    race = next_room()
    kept = replace(race.match, numbers={ALICE: 0, BOB: 2, CHARLIE: 1})
    race = come(replace(race, match=kept), CHARLIE, BOB, 9, ALICE)
    seated = {seat.player: seat.number for seat in race.seats}
    assert seated == {ALICE: 0, CHARLIE: 1, BOB: 2, 9: 3}
    full = replace(kept, players=frozenset(), numbers={6: 0, 7: 1, 8: 2, 5: 3})
    assert come(replace(room(), seats=(), match=full), 9).seats[0].number in (0, 4)


def test_the_next_race_starts_at_once_when_all_have_come() -> None:
    assert next_room(ALICE, BOB, CHARLIE).starts_at == NOW + 5000


def test_the_next_race_waits_for_those_who_are_missing() -> None:
    assert next_room(ALICE).starts_at is None
    race = next_room(ALICE, BOB)
    assert race.starts_at == NOW + WAIT + 5000
    assert race.state(NOW + WAIT - 1) is RaceState.OPEN
    assert race.state(NOW + WAIT) is RaceState.COUNTDOWN
    assert come(race, CHARLIE, now=NOW + 3000).starts_at == NOW + 3000 + 5000


def test_waiting_does_not_begin_anew() -> None:
    race = next_room(ALICE, BOB)
    assert race.join(9, "Late", False, NOW + 4000).starts_at == race.starts_at
    assert come(race, 9, now=NOW + 4000).starts_at == race.starts_at
    assert come(race, 9, now=NOW + 4000).leave(9, NOW + 5000).starts_at == race.starts_at


def test_fewer_than_two_start_nothing() -> None:
    race = next_room(ALICE, BOB)
    assert race.set_ready(BOB, False, NOW + 1000).starts_at is None
    assert race.leave(BOB, NOW + 1000).starts_at is None


def test_the_host_may_start_it_earlier() -> None:
    assert next_room(ALICE, BOB).start(BOB, NOW + 1000).starts_at == NOW + 6000


@pytest.mark.parametrize("order", [*permutations((ALICE, BOB, CHARLIE))])
def test_the_loser_is_the_host_whoever_comes_first(order: tuple[int, ...]) -> None:
    assert next_room(*order).host == BOB


def test_the_first_to_come_hosts_until_the_loser_does() -> None:
    assert next_room(CHARLIE, ALICE).host == CHARLIE


def test_the_game_stays_until_the_loser_comes() -> None:
    race = next_room(CHARLIE, ALICE)
    terms = Terms("applegate", race.kind, 5_000, 600_000, False, True, True)
    with pytest.raises(RefusedError, match="Only the loser of the last race"):
        set_terms(race, CHARLIE, terms, NOW)
    assert set_terms(race.join(BOB, "Bob", False, NOW), BOB, terms, NOW).rules == "applegate"


def test_a_host_who_leaves_is_followed_by_another_loser() -> None:
    race = next_room(ALICE, BOB, CHARLIE, choosers=frozenset({BOB, CHARLIE}))
    assert race.leave(BOB, NOW).host == CHARLIE


def test_after_a_race_that_only_a_bot_lost_the_host_chooses() -> None:
    assert may_set_terms(next_room(ALICE, choosers=frozenset()), ALICE, NOW)


def test_a_race_without_a_rival_leaves_the_choice_with_the_loser() -> None:
    assert match(OPEN_SERIES, race(ALICE, BOB), race(ALICE)).choosers == {BOB}


def test_who_is_away_loses_no_match_to_another_and_a_stranger() -> None:
    aimed = replace(next_room().match, has_target=True)
    lone = come(replace(next_room(), match=aimed), ALICE, 9)
    assert lone.starts_at is None
    with pytest.raises(RefusedError, match="No one else of the match"):
        lone.start(ALICE, NOW)
    assert come(lone, CHARLIE).starts_at == NOW + WAIT + 5000
    assert come(lone, CHARLIE).start(ALICE, NOW).starts_at == NOW + 5000


def test_a_stranger_hosts_only_if_nobody_of_the_match_is_left() -> None:
    with_stranger = next_room(9, ALICE, BOB)
    assert with_stranger.host == BOB
    assert with_stranger.leave(BOB, NOW).host == ALICE


def test_of_two_losers_the_first_to_come_is_the_host() -> None:
    assert next_room(ALICE, CHARLIE, BOB, choosers=frozenset({BOB, CHARLIE})).host == CHARLIE


def test_seats_are_kept_for_the_players_of_the_match() -> None:
    strangers = range(10, 10 + MAX_SEATS - 3)
    race = next_room()
    for stranger in strangers:
        race = race.join(stranger, str(stranger), False, NOW)
    with pytest.raises(RefusedError, match="full"):
        race.join(99, "Late", False, NOW)
    assert len(come(race, ALICE, BOB, CHARLIE).seats) == MAX_SEATS
