"""Round times along an axis, and shares as SVG takes them."""

from __future__ import annotations

import pytest

from games.pages.site.axis import percent, round_times


def test_a_share_is_written_as_svg_reads_it() -> None:
    assert [percent(share) for share in (0, 0.125, 1 / 3, 1)] == ["0%", "12.5%", "33.333%", "100%"]


@pytest.mark.parametrize(
    ("total", "times"),
    [(900, []), (4_500, [1_000, 2_000, 3_000, 4_000]), (200_000, [60_000, 120_000, 180_000])],
)
def test_times_along_an_axis_are_round_and_few(total: int, times: list[int]) -> None:
    assert round_times(total) == times
