"""A quick race starts by itself: a while after two have come, at once when all are ready."""

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


def test_one_alone_waits_and_two_wait_for_more() -> None:
    assert quick(ALICE).starts_at is None
    assert quick(ALICE, BOB).starts_at == LATER


def test_it_stays_open_until_the_countdown() -> None:
    race = quick(ALICE, BOB)
    assert race.state(SOON) is RaceState.OPEN
    assert race.state(LATER - 5_001) is RaceState.OPEN
    assert race.state(LATER - 5_000) is RaceState.COUNTDOWN
    assert race.state(LATER) is RaceState.RUNNING


def test_who_joins_later_delays_nothing() -> None:
    race = quick(ALICE, BOB).join(CHARLIE, "Charlie", False, NOW + 20_000)
    assert race.starts_at == LATER


def test_it_starts_when_all_are_ready() -> None:
    race = quick(ALICE, BOB).set_ready(ALICE, True, NOW)
    assert race.starts_at == LATER
    assert race.set_ready(BOB, True, NOW).starts_at == SOON


def test_nobody_can_hold_it_up() -> None:
    race = quick(ALICE, BOB).set_ready(ALICE, True, NOW).set_ready(BOB, True, NOW)
    assert race.set_ready(BOB, False, NOW + 1_000).starts_at == SOON
    late = quick(ALICE, BOB).set_ready(ALICE, True, LATER - 3_000)
    assert late.set_ready(BOB, True, LATER - 3_000).starts_at == LATER


def test_it_waits_again_when_only_one_is_left() -> None:
    race = quick(ALICE, BOB).leave(BOB, NOW + 1_000)
    assert (race.starts_at, race.state(LATER)) == (None, RaceState.OPEN)
    assert race.join(CHARLIE, "Charlie", False, NOW + 2_000).starts_at == LATER + 2_000


def test_those_who_are_ready_need_not_wait_for_one_who_leaves() -> None:
    race = quick(ALICE, BOB, CHARLIE).set_ready(ALICE, True, NOW).set_ready(BOB, True, NOW)
    assert race.leave(CHARLIE, NOW).starts_at == SOON


def test_it_starts_when_it_is_full() -> None:
    assert quick(*range(1, MAX_SEATS)).starts_at == LATER
    assert quick(*range(1, MAX_SEATS + 1)).starts_at == SOON
