"""Bisection finds where a deal was lost, even among undecided positions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.background.bisection import Bisection
from games.solver import VerdictKind


def truth(end: int, lost: int, unknown: set[int]) -> list[VerdictKind]:
    """Return the verdicts on positions that are lost from `lost` on."""
    return [
        VerdictKind.UNKNOWN
        if n in unknown
        else VerdictKind.LOST
        if n >= lost
        else VerdictKind.WINNABLE
        for n in range(end + 1)
    ]


@given(st.data())
def test_it_finds_all_that_the_verdicts_allow(data: st.DataObject) -> None:
    end = data.draw(st.integers(0, 60))
    verdicts = truth(
        end, data.draw(st.integers(0, end + 1)), data.draw(st.sets(st.integers(0, end)))
    )
    search = Bisection(end, verdicts.__getitem__)
    search.run(lambda: True)
    winnable = [n for n, verdict in enumerate(verdicts) if verdict is VerdictKind.WINNABLE]
    lost = [n for n, verdict in enumerate(verdicts) if verdict is VerdictKind.LOST]
    assert search.winnable == max(winnable, default=-1)
    assert search.lost == min(lost, default=None)
    assert search.undecided == end + 1 - len(range(search.winnable + 1)) - len(
        range(end + 1 if search.lost is None else search.lost, end + 1)
    )


@pytest.mark.parametrize("lost", [0, 1, 500, 1000, 1001])
def test_it_judges_few_of_many_positions(lost: int) -> None:
    verdicts = truth(1000, lost, set())
    judged: list[int] = []

    def judge(number: int) -> VerdictKind:
        judged.append(number)
        return verdicts[number]

    Bisection(1000, judge).run(lambda: True)
    assert len(judged) <= 12
    assert len(set(judged)) == len(judged)


def test_it_stops_when_told_to() -> None:
    search = Bisection(10, lambda number: pytest.fail(f"judged {number}"))
    search.run(lambda: False)
    assert (search.winnable, search.lost, search.undecided) == (-1, None, 11)
