"""Which of the slow cases run: a sample, or with `EVERY_CASE=1`, as in `.ci/run`, all."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar
from zlib import crc32

EVERY_CASE = os.environ.get("EVERY_CASE") == "1"

Case = TypeVar("Case")


def one_in_four(name: str) -> bool:
    """Tell whether a case of this name is in the sample of one in four, or all cases run."""
    return EVERY_CASE or crc32(name.encode()) % 4 == 0


def half(cases: Sequence[Case], which: int) -> Sequence[Case]:
    """Return every second case, from the first (0) or the second (1), or all cases."""
    return cases if EVERY_CASE else cases[which::2]
