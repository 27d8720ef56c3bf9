"""Which of many slow cases run: a sample, or all with `EVERY_CASE=1`, as in `.ci/run`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final, TypeVar

EVERY_CASE: Final = os.environ.get("EVERY_CASE") == "1"

Case = TypeVar("Case")


def sample(cases: Sequence[Case], step: int, first: int = 0) -> Sequence[Case]:
    """Return one case in `step`, counted from `first`, or all."""
    return cases if EVERY_CASE else cases[first % step :: step]
