"""The next scheduled event of a race."""

from __future__ import annotations

from dataclasses import replace

from games.live.timetable import Due, next_due
from games.racing import Kind
from tests.racing.rooms import ALICE, BOB, NOW, PLAYING, counting, room, running, won

ZERO = NOW + 5_000


def test_nothing_is_due_before_a_start_is_set_or_after_the_end() -> None:
    assert next_due(room(ALICE, BOB), NOW, dealt=False) is None
    closed = running(ALICE, BOB).close(NOW + 600_000)
    assert next_due(closed, NOW + 600_000, dealt=True) is None


def test_the_deal_is_due_at_zero_however_late_a_process_looks() -> None:
    race = counting(ALICE, BOB)
    assert next_due(race, NOW, dealt=False) == (ZERO, Due.START)
    assert next_due(race, ZERO - 1, dealt=True) == (ZERO, Due.START)
    assert next_due(race, ZERO + 1_000, dealt=False) == (ZERO, Due.START)


def test_the_countdown_of_a_quick_race_is_due_when_it_stops_gathering() -> None:
    race = replace(room(), gathers=30_000)
    race = race.join(ALICE, "Alice", False, NOW).join(BOB, "Bob", False, NOW)
    assert next_due(race, NOW, dealt=False) == (NOW + 30_000, Due.COUNTDOWN)
    assert next_due(race, NOW + 29_999, dealt=False) == (NOW + 30_000, Due.COUNTDOWN)
    assert next_due(race, NOW + 30_000, dealt=False) == (NOW + 35_000, Due.START)


def test_a_race_is_settled_at_the_bell_or_once_all_are_done() -> None:
    race = running(ALICE, BOB)
    assert next_due(race, NOW, dealt=True) == (NOW + 600_000, Due.SETTLING)
    one = race.with_run(ALICE, won(1_000))
    assert next_due(one, NOW + 1_000, dealt=True) == (NOW + 61_000, Due.SETTLING)
    both = one.with_run(BOB, won(2_000))
    assert next_due(both, NOW + 2_500, dealt=True) == (NOW + 2_500, Due.SETTLING)


def test_a_practice_has_no_end_of_its_own() -> None:
    race = replace(room(ALICE, kind=Kind.SOLO), limit=None).start(ALICE, NOW)
    race = race.with_run(ALICE, PLAYING)
    assert next_due(race, NOW + 1, dealt=True) is None
