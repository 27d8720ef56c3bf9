"""Taking a seat, and giving it up."""

from __future__ import annotations

import pytest

from games.racing import Kind, Race, RaceState, RefusedError, RunState
from tests.racing.rooms import ALICE, BOB, CHARLIE, NOW, counting, room, running, won

ONE_MINUTE = 60_000


def seats(race: Race) -> list[tuple[int, int]]:
    return [(seat.number, seat.player) for seat in race.seats]


def test_the_first_to_sit_down_is_the_host() -> None:
    assert room(ALICE, BOB).host == ALICE


def test_seats_are_numbered_from_zero() -> None:
    assert seats(room(ALICE, BOB)) == [(0, ALICE), (1, BOB)]


def test_a_player_who_joins_again_keeps_the_seat() -> None:
    race = room(ALICE, BOB)
    assert race.join(BOB, "Bob", False, NOW) == race


def test_a_player_who_joins_again_during_the_race_keeps_the_seat() -> None:
    race = running(ALICE, BOB)
    assert race.join(BOB, "Bob", False, NOW + ONE_MINUTE) == race


def test_the_eleventh_player_finds_all_seats_taken() -> None:
    race = room(*range(10))
    with pytest.raises(RefusedError, match="full"):
        race.join(ALICE, "Alice", False, NOW)


def test_a_solo_race_has_one_seat() -> None:
    with pytest.raises(RefusedError, match="full"):
        room(ALICE, BOB, kind=Kind.SOLO)


def test_a_player_can_join_until_half_a_second_before_the_start() -> None:
    race = counting(ALICE, BOB)
    assert race.starts_at is not None
    joined = race.join(CHARLIE, "Charlie", False, race.starts_at - 500)
    assert seats(joined) == [(0, ALICE), (1, BOB), (2, CHARLIE)]
    assert joined.starts_at == race.starts_at
    with pytest.raises(RefusedError, match="starting"):
        race.join(CHARLIE, "Charlie", False, race.starts_at - 499)


def test_a_player_cannot_join_a_running_race() -> None:
    with pytest.raises(RefusedError, match="already-started"):
        running(ALICE, BOB).join(CHARLIE, "Charlie", False, NOW)


def test_a_player_cannot_join_a_race_that_is_over() -> None:
    with pytest.raises(RefusedError, match="race-over"):
        running(ALICE, BOB).join(CHARLIE, "Charlie", False, NOW + 10 * ONE_MINUTE)


def test_leaving_before_the_start_gives_up_the_seat() -> None:
    race = room(ALICE, BOB, CHARLIE).leave(BOB, NOW)
    assert seats(race) == [(0, ALICE), (2, CHARLIE)]


def test_the_next_to_join_takes_the_seat_given_up() -> None:
    race = room(ALICE, BOB, CHARLIE).leave(BOB, NOW).join(7, "Gail", True, NOW)
    assert seats(race) == [(0, ALICE), (1, 7), (2, CHARLIE)]


def test_the_next_seat_becomes_host_when_the_host_leaves() -> None:
    assert room(ALICE, BOB, CHARLIE).leave(ALICE, NOW).host == BOB


def test_the_host_stays_when_another_leaves() -> None:
    assert room(ALICE, BOB).leave(BOB, NOW).host == ALICE


def test_an_empty_room_has_no_host_until_someone_joins() -> None:
    empty = room(ALICE).leave(ALICE, NOW)
    assert (empty.host, empty.seats) == (None, ())
    assert empty.join(BOB, "Bob", False, NOW).host == BOB


def test_leaving_in_the_countdown_stops_it() -> None:
    race = counting(ALICE, BOB, CHARLIE).leave(BOB, NOW + 1000)
    assert race.state(NOW + 1000) is RaceState.OPEN


def test_no_one_can_leave_within_the_cut_off_before_the_start() -> None:
    with pytest.raises(RefusedError, match="starting"):
        counting(ALICE, BOB).leave(BOB, NOW + 4501)


def test_a_new_countdown_begins_if_all_who_remain_are_ready() -> None:
    race = room(ALICE, BOB, CHARLIE).set_ready(ALICE, True, NOW).set_ready(BOB, True, NOW)
    assert race.leave(CHARLIE, NOW + 1000).starts_at == NOW + 6000


def test_leaving_a_running_race_forfeits_and_keeps_the_seat() -> None:
    race = running(ALICE, BOB).leave(BOB, NOW + ONE_MINUTE)
    seat = race.seat_of(BOB)
    assert seat is not None
    assert (seat.run.state, seat.run.last_at) == (RunState.FORFEIT, ONE_MINUTE)


def test_leaving_after_the_finish_forfeits_nothing() -> None:
    race = running(ALICE, BOB).with_run(BOB, won(50_000))
    assert race.leave(BOB, NOW + ONE_MINUTE) == race


def test_leaving_after_the_bell_forfeits_nothing() -> None:
    race = running(ALICE, BOB)
    assert race.leave(BOB, NOW + 10 * ONE_MINUTE) == race


def test_leaving_without_a_seat_changes_nothing() -> None:
    race = room(ALICE, BOB)
    assert race.leave(CHARLIE, NOW) == race


def test_a_seat_has_the_name_of_its_player_and_whether_it_is_a_guest() -> None:
    race = room(ALICE).join(7, "Gail", True, NOW)
    assert [(seat.name, seat.guest) for seat in race.seats] == [("Alice", False), ("Gail", True)]
