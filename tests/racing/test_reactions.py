"""Who may react when, and how often."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.racing import Pauses, Race, RefusedError, reacting
from games.racing.reactions import PAUSE
from tests.racing.rooms import ALICE, BOB, CHARLIE, NOW, counting, room, running, won


@pytest.mark.parametrize("race", [room(ALICE, BOB), counting(ALICE, BOB)])
def test_players_react_before_the_start(race: Race) -> None:
    assert reacting(race, BOB, NOW).player == BOB


def test_who_plays_plays_and_who_has_finished_reacts() -> None:
    race = running(ALICE, BOB).with_run(BOB, won(900))
    assert reacting(race, BOB, NOW + 1_000).player == BOB
    with pytest.raises(RefusedError, match="still-playing"):
        reacting(race, ALICE, NOW + 1_000)


def test_all_react_to_the_result() -> None:
    race = running(ALICE, BOB).with_run(BOB, won(900)).with_run(ALICE, won(950)).close(NOW + 1_000)
    assert reacting(race, ALICE, NOW + 2_000).player == ALICE


def test_spectators_do_not_react() -> None:
    with pytest.raises(RefusedError, match="not-seated"):
        reacting(room(ALICE), CHARLIE, NOW)


@given(st.lists(st.tuples(st.sampled_from([ALICE, BOB]), st.integers(0, 3 * PAUSE)), max_size=20))
def test_two_reactions_of_a_player_are_a_pause_apart(steps: list[tuple[int, int]]) -> None:
    pauses, now, last = Pauses(), NOW, dict[int, int]()
    for player, passed in steps:
        now += passed
        left = pauses.take(player, now)
        assert left == max(0, last.get(player, now - PAUSE) + PAUSE - now)
        if not left:
            last[player] = now
