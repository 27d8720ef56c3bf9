"""Servers started with this folder on their path share a clock that a test can put forward.

`CLOCK` names a file with the milliseconds by which it is ahead. What counts seconds, such as
`time.monotonic`, goes on undisturbed, as when a clock is set.
"""

from __future__ import annotations

import os
from pathlib import Path

import time_machine

CLOCK = Path(os.environ["CLOCK"])


def time_ns() -> int:
    """Return the shared time in nanoseconds."""
    return time_machine.escape_hatch.time.time_ns() + int(CLOCK.read_text() or 0) * 1_000_000


# The file is read whenever somebody looks at a clock: a test waits for no thread to notice it.
setattr(time_machine.travel(0).start(), "time_ns", time_ns)  # noqa: B010
