"""Conversion between stored dates and times and the race clock: milliseconds since the epoch."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


def to_datetime(ms: int) -> datetime:
    """Return the UTC date and time of an instant in milliseconds since the epoch."""
    return EPOCH + ms * MILLISECOND


def to_ms(when: datetime) -> int:
    """Return the instant of a date and time, in milliseconds since the epoch."""
    return (when - EPOCH) // MILLISECOND
