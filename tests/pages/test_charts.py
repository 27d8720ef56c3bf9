"""The geometry of charts."""

from __future__ import annotations

import pytest

from games.engine import Action
from games.pages.charts.axis import percent, round_times
from games.pages.charts.thinking import ThinkingChart, thinking_chart
from games.racing import Thinking


def chart(*actions: tuple[int, str], length: int) -> ThinkingChart:
    """The chart of a run that only deals and takes back."""
    timed = tuple(Action(ms, text) for ms, text in actions)
    return thinking_chart(timed, Thinking.of(timed), length)


def test_a_share_is_written_as_svg_reads_it() -> None:
    assert [percent(share) for share in (0, 0.125, 1 / 3, 1)] == ["0%", "12.5%", "33.333%", "100%"]


@pytest.mark.parametrize(
    ("total", "times"),
    [(900, []), (4_500, [1_000, 2_000, 3_000, 4_000]), (200_000, [60_000, 120_000, 180_000])],
)
def test_times_along_an_axis_are_round_and_few(total: int, times: list[int]) -> None:
    assert round_times(total) == times


def test_a_thought_is_as_wide_as_it_was_long() -> None:
    blocks = chart((5_000, "deal"), (6_250, "deal"), length=12_500).blocks
    assert [(block.x, block.width) for block in blocks] == [("0%", "40%"), ("40%", "10%")]


def test_four_times_the_thought_is_twice_as_high() -> None:
    blocks = chart((20_000, "deal"), (25_000, "deal"), length=25_000).blocks
    assert [(block.y, block.height) for block in blocks] == [("0%", "100%"), ("50%", "50%")]


def test_deals_are_marked_on_the_axis() -> None:
    pins = chart((5_000, "deal"), (10_000, "end"), length=10_000).pins
    assert [(pin.x, pin.kind) for pin in pins] == [("50%", "deal")]
