"""What a worker looks after of its own accord."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Chore(NamedTuple):
    """Something that finds out what is to be done and queues it: quick, and right if repeated."""

    do: Callable[[], object]
    every: float
    """Seconds."""
