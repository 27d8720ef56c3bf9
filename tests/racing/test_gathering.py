"""A quick race starts automatically: a while after two joined, or once all are ready."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.racing import MAX_SEATS, Race, RaceState, RefusedError
from tests.racing.rooms import ALICE, BOB, CHARLIE, NOW, room

SOON = NOW + 5_000
LATER = NOW + 35_000


def quick(*players: int) -> Race:
    race = replace(room(), gathers=30_000)
    for player in players:
        race = race.join(player, f"Player {player}", False, NOW)
    return race


def test_it_has_no_host() -> None:
    race = quick(ALICE, BOB)
    assert race.host is None
    with pytest.raises(RefusedError, match="not-host"):
        race.start(ALICE, NOW)


def test_one_player_waits_and_two_wait_for_more() -> None:
    assert quick(ALICE).starts_at is None
    assert quick(ALICE, BOB).starts_at == LATER


def test_it_stays_open_until_the_countdown() -> None:
    race = quick(ALICE, BOB)
    assert race.state(SOON) is RaceState.OPEN
    assert race.state(LATER - 5_001) is RaceState.OPEN
    assert race.state(LATER - 5_000) is RaceState.COUNTDOWN
    assert race.state(LATER) is RaceState.RUNNING


def test_a_player_who_joins_later_delays_nothing() -> None:
    race = quick(ALICE, BOB).join(CHARLIE, "Charlie", False, NOW + 20_000)
    assert race.starts_at == LATER


def test_it_starts_when_all_are_ready() -> None:
    race = quick(ALICE, BOB).set_ready(ALICE, True, NOW)
    assert race.starts_at == LATER
    assert race.set_ready(BOB, True, NOW).starts_at == SOON


def test_either_may_stop_the_countdown_and_the_wait_begins_anew() -> None:
    race = quick(ALICE, BOB).set_ready(ALICE, True, NOW).set_ready(BOB, True, NOW)
    stopped = race.set_ready(BOB, False, NOW + 1_000)
    assert stopped.starts_at == LATER + 1_000
    assert stopped.set_ready(BOB, True, NOW + 2_000).starts_at == SOON + 2_000


def test_each_may_stop_the_countdown_once() -> None:
    race = quick(ALICE, BOB).set_ready(ALICE, True, NOW).set_ready(BOB, True, NOW)
    race = race.set_ready(BOB, False, NOW + 1_000)
    assert [seat.stopped for seat in race.seats] == [False, True]
    race = race.set_ready(BOB, True, NOW + 2_000)
    with pytest.raises(RefusedError, match="starting"):
        race.set_ready(BOB, False, NOW + 3_000)
    assert race.set_ready(ALICE, False, NOW + 3_000).starts_at == LATER + 3_000
    # Before the countdown one may become unready as often as one likes.
    waiting = race.set_ready(ALICE, False, NOW + 3_000)
    assert waiting.set_ready(BOB, False, NOW + 4_000).starts_at == LATER + 3_000
    # Who can't race leaves.
    left = race.leave(BOB, NOW + 3_000)
    assert ([seat.player for seat in left.seats], left.starts_at) == ([ALICE], None)


def test_a_countdown_among_friends_may_be_stopped_again() -> None:
    race = room(ALICE, BOB)
    for step in range(3):
        race = race.set_ready(ALICE, True, NOW + step).set_ready(BOB, True, NOW + step)
        race = race.set_ready(BOB, False, NOW + step)
        assert race.starts_at is None


def test_no_one_who_is_not_ready_can_hold_it_up() -> None:
    race = quick(ALICE, BOB).set_ready(ALICE, True, NOW)
    assert race.set_ready(ALICE, False, NOW + 1_000).starts_at == LATER
    # The countdown runs.
    assert race.set_ready(BOB, False, LATER - 3_000).starts_at == LATER
    late = quick(ALICE, BOB).set_ready(ALICE, True, LATER - 3_000)
    assert late.set_ready(BOB, True, LATER - 3_000).starts_at == LATER


def test_it_waits_again_when_only_one_is_left() -> None:
    race = quick(ALICE, BOB).leave(BOB, NOW + 1_000)
    assert (race.starts_at, race.state(LATER)) == (None, RaceState.OPEN)
    assert race.join(CHARLIE, "Charlie", False, NOW + 2_000).starts_at == LATER + 2_000


def test_ready_players_do_not_wait_for_one_who_leaves() -> None:
    race = quick(ALICE, BOB, CHARLIE).set_ready(ALICE, True, NOW).set_ready(BOB, True, NOW)
    assert race.leave(CHARLIE, NOW).starts_at == SOON


def test_it_starts_when_it_is_full() -> None:
    assert quick(*range(1, MAX_SEATS)).starts_at == LATER
    assert quick(*range(1, MAX_SEATS + 1)).starts_at == SOON


def test_one_who_steps_out_keeps_the_seat_and_no_start_is_set() -> None:
    race = quick(ALICE).set_ready(ALICE, True, NOW).step_out(ALICE, NOW)
    assert [(seat.elsewhere, seat.ready) for seat in race.seats] == [(True, False)]
    came = race.join(BOB, "Bob", False, NOW).set_ready(BOB, True, NOW)
    assert ([seat.player for seat in came.seats], came.starts_at) == ([ALICE, BOB], None)


def test_one_who_is_called_and_comes_back_is_ready() -> None:
    race = quick(ALICE).step_out(ALICE, NOW).join(BOB, "Bob", False, NOW)
    back = race.join(ALICE, "Alice", False, NOW)
    assert [(seat.elsewhere, seat.ready) for seat in back.seats] == [(False, True), (False, False)]
    assert back.starts_at == LATER
    assert back.set_ready(BOB, True, NOW).starts_at == SOON


def test_one_who_comes_back_uncalled_waits_as_before() -> None:
    away = quick(ALICE).step_out(ALICE, NOW)
    assert away.join(ALICE, "Alice", False, NOW) == quick(ALICE)
    assert away.set_ready(ALICE, False, NOW) == quick(ALICE)


def test_two_others_start_without_one_who_is_elsewhere() -> None:
    race = quick(ALICE).step_out(ALICE, NOW).join(BOB, "Bob", False, NOW)
    race = race.join(CHARLIE, "Charlie", False, NOW)
    assert ([seat.player for seat in race.seats], race.starts_at) == ([BOB, CHARLIE], LATER)
    assert len(race.join(ALICE, "Alice", False, NOW).seats) == 3


def test_those_who_are_elsewhere_keep_no_one_out_of_a_full_race() -> None:
    race = quick(ALICE).step_out(ALICE, NOW)
    for player in range(10, 9 + MAX_SEATS):
        race = race.join(player, "Away", False, NOW).step_out(player, NOW)
    assert len(race.seats) == MAX_SEATS
    came = race.join(BOB, "Bob", False, NOW)
    assert ([seat.player for seat in came.seats], came.starts_at) == ([BOB], None)


def test_no_one_steps_out_once_a_start_is_set_or_in_another_race() -> None:
    race = quick(ALICE, BOB)
    assert race.step_out(ALICE, NOW) == race
    friends = room().join(ALICE, "Alice", False, NOW)
    assert friends.step_out(ALICE, NOW) == friends
