"""Shares of a sample, with Wilson's interval."""

from __future__ import annotations

import pytest

from games.solver.share import Share


@pytest.mark.parametrize(
    ("count", "total", "text"),
    [
        (0, 10, "0.0 % [0.0, 27.8]"),
        (5, 10, "50.0 % [23.7, 76.3]"),
        (10, 10, "100.0 % [72.2, 100.0]"),
        (638, 1000, "63.8 % [60.8, 66.7]"),
    ],
)
def test_a_share_is_written_with_its_interval(count: int, total: int, text: str) -> None:
    assert str(Share(count, total)) == text


def test_nothing_is_known_from_no_deals() -> None:
    assert Share(0, 0).interval == (0.0, 1.0)
