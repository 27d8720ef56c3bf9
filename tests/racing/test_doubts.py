"""What makes a run implausible, and what does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.racing.doubts import ENOUGH, HASTE_MS, Doubt, is_same, pacing

PERSON = [900, 400, 2300, 700, 5100, 300, 1200, 450, 800, 650, 9000, 350, 500, 1500, 250, 600]
PERSON += [1800, 420, 380, 3000, 770]
MOVES = [f"t{n % 7 + 1}f{n % 4 + 1}" for n in range(30)]


def test_a_person_is_plausible() -> None:
    assert pacing(PERSON) == frozenset()


def test_a_run_faster_than_hands_is_doubted() -> None:
    assert pacing([ms // 10 for ms in PERSON]) == {Doubt.HASTE}


def test_moves_sent_at_once_after_being_offline_are_not_hasty() -> None:
    assert pacing([*PERSON, *[0] * 15]) == frozenset()


def test_an_even_pace_is_doubted() -> None:
    assert pacing([1000 + n % 3 for n in range(ENOUGH)]) == {Doubt.CLOCKWORK}
    assert pacing([HASTE_MS - 1] * ENOUGH) == {Doubt.HASTE, Doubt.CLOCKWORK}


def test_a_pace_that_is_just_possible_is_not_doubted() -> None:
    assert Doubt.HASTE not in pacing([HASTE_MS] * ENOUGH)
    # They vary by exactly a tenth of their mean.
    assert pacing([900, 1100] * (ENOUGH // 2)) == frozenset()


@given(st.lists(st.integers(0, 100), max_size=ENOUGH - 1))
def test_a_few_actions_are_no_evidence(times: list[int]) -> None:
    assert pacing(times) == frozenset()


@pytest.mark.parametrize(
    ("moves", "others", "same"),
    [
        (MOVES, MOVES, True),
        (MOVES[:25], MOVES, True),
        (MOVES[:ENOUGH], MOVES, True),
        (MOVES, MOVES[:25], False),
        ([*MOVES[:25], "undo"], MOVES, False),
        (MOVES[: ENOUGH - 1], MOVES, False),
        ([], MOVES, False),
    ],
)
def test_a_copy_is_the_same_from_the_first_move_to_the_last(
    moves: list[str], others: list[str], same: bool
) -> None:
    assert is_same(moves, others) is same
