"""Finding where a deal was lost among positions, some of which nobody can judge."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.background.bisection import Bisection
from games.solver import Kind


def truth(end: int, lost: int, unknown: set[int]) -> list[Kind]:
    """The verdicts on positions of which those from `lost` on are lost."""
    return [
        Kind.UNKNOWN if n in unknown else Kind.LOST if n >= lost else Kind.WINNABLE
        for n in range(end + 1)
    ]


@given(st.data())
def test_it_finds_all_that_the_verdicts_tell(data: st.DataObject) -> None:
    end = data.draw(st.integers(0, 60))
    verdicts = truth(
        end, data.draw(st.integers(0, end + 1)), data.draw(st.sets(st.integers(0, end)))
    )
    search = Bisection(end, verdicts.__getitem__)
    search.run(lambda: True)
    winnable = [n for n, verdict in enumerate(verdicts) if verdict is Kind.WINNABLE]
    lost = [n for n, verdict in enumerate(verdicts) if verdict is Kind.LOST]
    assert search.winnable == max(winnable, default=-1)
    assert search.lost == min(lost, default=None)
    assert search.undecided == end + 1 - len(range(search.winnable + 1)) - len(
        range(end + 1 if search.lost is None else search.lost, end + 1)
    )


@pytest.mark.parametrize("lost", [0, 1, 500, 1000, 1001])
def test_it_judges_few_of_many_positions(lost: int) -> None:
    verdicts = truth(1000, lost, set())
    judged: list[int] = []

    def judge(number: int) -> Kind:
        judged.append(number)
        return verdicts[number]

    Bisection(1000, judge).run(lambda: True)
    assert len(judged) <= 12
    assert len(set(judged)) == len(judged)


def test_it_stops_when_it_is_to() -> None:
    search = Bisection(10, lambda number: pytest.fail(f"judged {number}"))
    search.run(lambda: False)
    assert (search.winnable, search.lost, search.undecided) == (-1, None, 11)
