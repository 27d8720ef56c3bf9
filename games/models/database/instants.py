"""The one place where columns meet the clock of the race: milliseconds since the epoch."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


def to_datetime(ms: int) -> datetime:
    """The UTC date and time of an instant."""
    return EPOCH + ms * MILLISECOND


def to_ms(when: datetime) -> int:
    """The instant of a date and time, in milliseconds since the epoch."""
    return (when - EPOCH) // MILLISECOND
