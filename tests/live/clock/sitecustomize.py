"""Servers started with this folder on their path share a clock that a test can put forward.

`CLOCK` names a file with the milliseconds by which it is ahead.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

CLOCK = Path(os.environ["CLOCK"])

_time_ns = time.time_ns


def time_ns() -> int:
    """Return the shared time in nanoseconds."""
    return _time_ns() + int(CLOCK.read_text() or 0) * 1_000_000


time.time_ns = time_ns
time.time = lambda: time_ns() / 1_000_000_000
