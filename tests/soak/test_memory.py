"""Whether memory grows is told from the samples after the start."""

from __future__ import annotations

import pytest

from tests.soak.memory import GROWTH, Memory, Sample

MINUTES = 30


def taken(megabytes: list[float]) -> Memory:
    """Return the memory of a process, by the minute."""
    samples = (Sample(60.0 * minute, taken) for minute, taken in enumerate(megabytes))
    return Memory("a process", tuple(samples))


def test_growth_at_the_start_is_none() -> None:
    memory = taken([min(80.0 + 10 * minute, 150.0) for minute in range(MINUTES)])
    assert memory.slope == pytest.approx(0.0)
    assert memory.verdict == "flat"


@pytest.mark.parametrize(
    ("an_hour", "verdict"), [(GROWTH + 1, "grows"), (GROWTH - 1, "flat"), (-50.0, "flat")]
)
def test_steady_growth_is_told_by_the_hour(an_hour: float, verdict: str) -> None:
    memory = taken([100.0 + an_hour * minute / 60 for minute in range(MINUTES)])
    assert memory.slope == pytest.approx(an_hour)
    assert memory.verdict == verdict


def test_a_short_run_tells_nothing() -> None:
    memory = taken([100.0, 200.0, 300.0, 400.0])
    assert memory.grows is None
    assert memory.verdict == "too short to tell"
    assert taken([100.0]).slope is None


def test_it_is_said_in_a_line() -> None:
    memory = taken([100.0, 130.0, 120.0])
    assert str(memory).startswith("a process: 100 to 120 MB, at most 130, ")
