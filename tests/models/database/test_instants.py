"""Instants in milliseconds, and as columns."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from games.models.database.instants import to_datetime, to_ms


def test_an_instant_is_a_time_in_utc() -> None:
    assert to_datetime(1_700_000_000_123) == datetime(2023, 11, 14, 22, 13, 20, 123_000, tzinfo=UTC)


@given(st.integers(0, 10**13))
def test_an_instant_survives_the_round_trip_through_a_column(ms: int) -> None:
    assert to_ms(to_datetime(ms)) == ms
