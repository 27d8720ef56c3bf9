"""The clock of the pages."""

from __future__ import annotations

import time


def now() -> int:
    """Return the milliseconds since the epoch."""
    return time.time_ns() // 1_000_000
