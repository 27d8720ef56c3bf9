"""A search spends no more than it may, and the same states for the same budget."""

from __future__ import annotations

import pytest

from games.engine import Board, Deal, Rules
from games.solver import Budget, VerdictKind, solve

HARD = Board(Rules.parse("agnes-bernauer"), Deal.from_key(b"5"))
"""A deal that is not decided at once."""


@pytest.mark.parametrize("states", [0, 1, 17, 5_000, 40_000])
def test_no_more_states_are_visited_than_allowed(states: int) -> None:
    verdict = solve(HARD, Budget(states=states))
    assert verdict.kind is VerdictKind.UNKNOWN
    assert verdict.states == states


def test_time_ends_a_search() -> None:
    verdict = solve(HARD, Budget(states=1 << 40, seconds=0))
    assert verdict.kind is VerdictKind.UNKNOWN
    assert verdict.states > 0


def test_memory_ends_a_search() -> None:
    assert solve(HARD, Budget(bytes=1_000_000)).kind is VerdictKind.UNKNOWN


def test_a_search_can_be_cancelled() -> None:
    asked = iter([False, True])
    verdict = solve(HARD, cancelled=lambda: next(asked))
    assert verdict.kind is VerdictKind.UNKNOWN
    assert verdict.states < 100_000


def test_the_same_budget_of_states_gives_the_same_answer() -> None:
    for number in range(5):
        board = Board(Rules.parse("agnes-sorel"), Deal.from_key(b"%d" % number))
        verdicts = [solve(board, Budget(states=6_000)) for _ in range(2)]
        assert len({(each.kind, each.solution, each.states) for each in verdicts}) == 1
